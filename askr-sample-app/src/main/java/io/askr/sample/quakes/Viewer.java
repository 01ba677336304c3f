package io.askr.sample.quakes;

import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter.SseEventBuilder;

/**
 * One open page: a bounded queue and a thread that writes it out, so that a slow reader holds up nobody else. Where the
 * queue overflows the stream ends; the browser connects again and starts from a fresh snapshot.
 */
final class Viewer {

    private static final int WAITING_EVENTS = 4096;
    private static final int HEARTBEAT_SECONDS = 10;

    private final SseEmitter emitter = new SseEmitter(0L);
    private final BlockingQueue<SseEventBuilder> waiting = new ArrayBlockingQueue<>(WAITING_EVENTS);
    private final Consumer<Viewer> onEnd;
    private final Thread writer = new Thread(this::write, "viewer");

    private volatile boolean open = true;

    Viewer(Consumer<Viewer> onEnd) {
        this.onEnd = onEnd;
    }

    SseEmitter start() {
        emitter.onError(error -> close());
        waiting.add(SseEmitter.event().name("hello").data("{}").reconnectTime(1000));
        writer.setDaemon(true);
        writer.start();
        return emitter;
    }

    void offer(String event, Object data) {
        if (!waiting.offer(SseEmitter.event().name(event).data(data))) {
            close();
        }
    }

    void close() {
        open = false;
        writer.interrupt();
    }

    private void write() {
        try {
            while (open) {
                SseEventBuilder next = waiting.poll(HEARTBEAT_SECONDS, TimeUnit.SECONDS);
                emitter.send(next != null ? next : SseEmitter.event().comment("still here"));
            }
            emitter.complete();
        } catch (InterruptedException closed) {
            emitter.complete();
        } catch (IOException | IllegalStateException gone) {
            emitter.completeWithError(gone);
        } finally {
            onEnd.accept(this);
        }
    }
}
