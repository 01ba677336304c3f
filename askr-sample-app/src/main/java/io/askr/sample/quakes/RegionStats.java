package io.askr.sample.quakes;

import io.askr.listener.AskrListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Keeps one row of figures for each network. The handler is transactional, so its row and the subscriber's cursor move
 * together: every quake is counted exactly once, whatever crashes in between.
 */
@Component
class RegionStats {

    private final JdbcClient jdbc;

    RegionStats(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @AskrListener(topics = "quakes.*", subscriber = "region-stats")
    @Transactional
    void count(Quake quake) {
        jdbc.sql(
                        """
                insert into region_stats (net, count, max_magnitude, last_time)
                values (:net, 1, :magnitude, :time)
                on conflict (net) do update set
                    count = count + 1,
                    max_magnitude = max(max_magnitude, excluded.max_magnitude),
                    last_time = max(last_time, excluded.last_time)
                """)
                .param("net", quake.net())
                .param("magnitude", quake.magnitude())
                .param("time", quake.time().toEpochMilli())
                .update();
    }
}
