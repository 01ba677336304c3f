package io.askr.sample.quakes;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The pages that are open now. */
@Component
class Viewers {

    private static final int MOST = 200;

    private final Set<Viewer> viewers = ConcurrentHashMap.newKeySet();

    /** Opens a stream; all that is sent from now on reaches it. */
    SseEmitter open() {
        if (viewers.size() >= MOST) {
            throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, MOST + " pages are open already");
        }
        Viewer viewer = new Viewer(viewers::remove);
        viewers.add(viewer);
        return viewer.start();
    }

    boolean present() {
        return !viewers.isEmpty();
    }

    /** Queues an event for every open page; never waits for one. */
    void send(String event, Object data) {
        viewers.forEach(viewer -> viewer.offer(event, data));
    }

    /** Ends the streams first, or the web server would wait for them. */
    @EventListener(ContextClosedEvent.class)
    void close() {
        viewers.forEach(Viewer::close);
    }
}
