package io.askr.sample.quakes;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** What the page at {@code /} reads: first it opens the stream, then it takes the snapshot, so that nothing falls between. */
@RestController
class PageController {

    private final QuakeStatsReader reader;
    private final Viewers viewers;

    PageController(QuakeStatsReader reader, Viewers viewers) {
        this.reader = reader;
        this.viewers = viewers;
    }

    @GetMapping("/api/stats")
    Snapshot stats() {
        return reader.snapshot();
    }

    @GetMapping(path = "/api/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter stream() {
        return viewers.open();
    }
}
