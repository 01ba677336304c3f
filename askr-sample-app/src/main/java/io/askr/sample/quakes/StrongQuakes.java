package io.askr.sample.quakes;

import io.askr.listener.AckMode;
import io.askr.listener.AskrListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Writes an alert for each strong quake. The cursor is saved after the handler, so that a crash in between brings a
 * quake a second time: writing its alert twice must be the same as writing it once.
 */
@Component
class StrongQuakes {

    private static final Logger log = LoggerFactory.getLogger(StrongQuakes.class);

    private final JdbcClient jdbc;

    StrongQuakes(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @AskrListener(topics = "quakes.*", subscriber = "strong-quakes", ackMode = AckMode.RECORD)
    void alert(Quake quake) {
        if (!quake.strong()) {
            return;
        }
        jdbc.sql(
                        """
                insert into alert (quake_id, magnitude, place, time)
                values (:id, :magnitude, :place, :time)
                on conflict (quake_id) do nothing
                """)
                .param("id", quake.id())
                .param("magnitude", quake.magnitude())
                .param("place", quake.place())
                .param("time", quake.time().toEpochMilli())
                .update();
        log.info("Magnitude {}: {} ({})", quake.magnitude(), quake.place(), quake.id());
    }
}
