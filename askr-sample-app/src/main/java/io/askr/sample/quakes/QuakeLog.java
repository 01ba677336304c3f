package io.askr.sample.quakes;

import io.askr.topic.AskrTopicPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Stores quakes and tells the world, both or neither. */
@Service
class QuakeLog {

    private final JdbcClient jdbc;
    private final AskrTopicPublisher topics;

    QuakeLog(JdbcClient jdbc, AskrTopicPublisher topics) {
        this.jdbc = jdbc;
        this.topics = topics;
    }

    /**
     * Stores the quake and publishes it on {@code quakes.<net>} in one transaction.
     *
     * @return false where a quake of this id is there already; then nothing is written or published
     */
    @Transactional
    boolean record(Quake quake) {
        boolean added = jdbc.sql(
                                """
                                insert into quake (id, net, magnitude, place, kind, time, longitude, latitude, depth)
                                values (:id, :net, :magnitude, :place, :kind, :time, :longitude, :latitude, :depth)
                                on conflict (id) do nothing
                                """)
                        .param("id", quake.id())
                        .param("net", quake.net())
                        .param("magnitude", quake.magnitude())
                        .param("place", quake.place())
                        .param("kind", quake.kind())
                        .param("time", quake.time().toEpochMilli())
                        .param("longitude", quake.longitude())
                        .param("latitude", quake.latitude())
                        .param("depth", quake.depth())
                        .update()
                == 1;
        if (added) {
            topics.publish("quakes." + quake.net(), quake);
        }
        return added;
    }
}
