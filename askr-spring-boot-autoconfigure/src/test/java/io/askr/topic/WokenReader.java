package io.askr.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Reads on a thread of its own, and only when it is woken, as a listener would; checks what it is told to skip. */
final class WokenReader implements TopicWakes.Target, AutoCloseable {

    private final TopicLog log;
    private final TopicFilter filter;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final List<TopicEvent<byte[]>> events = new CopyOnWriteArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private volatile long position;

    WokenReader(TopicLog log, TopicFilter filter) {
        this.log = log;
        this.filter = filter;
    }

    TopicFilter filter() {
        return filter;
    }

    @Override
    public void wake() {
        submit(() -> {
            TopicPage page;
            do {
                page = log.page(filter, position, 50, 1_000_000);
                events.addAll(page.events());
                position = page.reached();
            } while (!page.events().isEmpty());
        });
    }

    @Override
    public void skip(long from, long to) {
        submit(() -> {
            if (position >= from && position < to) {
                assertThat(log.page(filter, position, 1000, 1_000_000).events())
                        .as("events of %s between %d and %d that were to be skipped", filter, position, to)
                        .noneMatch(event -> event.seq() <= to);
                position = to;
            }
        });
    }

    @Override
    public long reached() {
        return position;
    }

    List<String> payloads() {
        return events.stream()
                .map(event -> new String(event.payload(), StandardCharsets.UTF_8))
                .toList();
    }

    List<Long> seqs() {
        return events.stream().map(TopicEvent::seq).toList();
    }

    void awaitPayloads(String... expected) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(payloads()).containsExactly(expected));
        assertThat(failures).isEmpty();
    }

    void awaitEnd() {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(position).as("%s", filter).isEqualTo(log.lastSeq()));
        assertThat(failures).isEmpty();
    }

    private void submit(Runnable task) {
        thread.execute(() -> {
            try {
                task.run();
            } catch (Throwable failure) {
                failures.add(failure);
            }
        });
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
