package io.askr.bench;

import io.askr.bench.Figure.Aim;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The figures of {@code docs/performance.md}. */
final class Figures {

    private static final int PYTHON_PUBLISHERS = 32;

    private static final Map<String, String> FULL = Map.of("synchronous", "FULL");

    private Figures() {}

    static List<Figure> all(Settings settings) {
        Map<Integer, Variant.Measurement> rawSynced = new TreeMap<>();
        for (int connections = 1; connections <= 8; connections *= 2) {
            rawSynced.put(
                    connections, new Shared(JmhRun.plainRate(RawPublish.class, "publish", connections, FULL)));
        }
        return List.of(
                foreignWake(),
                localWake(),
                idle(),
                publishAlone(),
                publishSynced(32, Aim.atLeast(8), rawSynced),
                publishSynced(64, Aim.atLeast(12), rawSynced),
                publishNormal(),
                transaction(),
                replay(),
                pacedApp(settings),
                foreignWriter());
    }

    private static Figure foreignWake() {
        return Figure.of("wake-foreign", "commit by another process to handler start")
                .against("a poller of `data_version` each millisecond that reads the new rows")
                .metrics("ms", "p50", "p99")
                .aim(Aim.atMost(0.33))
                .ours("listener", new ForeignWake(Child.Role.LISTENER))
                .other("poller", new ForeignWake(Child.Role.POLLER))
                .note("from the return of the other process's commit; pauses of 0 to 13 ms between commits")
                .build();
    }

    private static Figure localWake() {
        return Figure.of("wake-local", "in-process publish to handler start")
                .against("the same poller")
                .metrics("ms", "p50", "p99")
                .aim(Aim.atMost(0.1))
                .ours("listener", JmhRun.shot(LocalWake.class, "wake", Map.of("by", "LISTENER")))
                .other("poller", JmhRun.shot(LocalWake.class, "wake", Map.of("by", "POLLER")))
                .note("from the call of `publish`, its commit included; pauses of 0 to 8 ms")
                .build();
    }

    private static Figure idle() {
        IdleCost cost = new IdleCost();
        return Figure.of("idle", "idle CPU of an application with 100 listeners")
                .against("the same poller, alone in a process")
                .metrics("% of a core", "percent")
                .aim(Aim.atMost(0.05))
                .once()
                .ours("100 listeners", cost.of(Child.Role.IDLE_APP))
                .other("poller", cost.of(Child.Role.IDLE_POLLER))
                .beside("the application with askr.enabled=false", cost.of(Child.Role.IDLE_WITHOUT))
                .note("user and system time of the process over 30 s, all three at once")
                .build();
    }

    private static Figure publishAlone() {
        return Figure.of("publish-1", "publish, 1 thread, NORMAL")
                .against("raw JDBC, kept statement, one commit each")
                .metrics("events/s", "rate")
                .aim(Aim.atLeast(0.8))
                .ours("publish", JmhRun.rate(AskrPublish.class, "publish", 1, Map.of()))
                .other("raw", JmhRun.plainRate(RawPublish.class, "publish", 1, Map.of()))
                .build();
    }

    private static Figure publishSynced(int threads, Aim aim, Map<Integer, Variant.Measurement> raw) {
        Figure.Builder figure = Figure.of("publish-" + threads + "-full", "publish, " + threads + " threads, FULL")
                .against("raw JDBC, one commit each, the best of 1, 2, 4 and 8 connections")
                .metrics("events/s", "rate")
                .aim(aim)
                .ours("publish", JmhRun.rate(AskrPublish.class, "publish", threads, FULL));
        raw.forEach((connections, rate) -> figure.other(connections + " connections", rate));
        return figure.build();
    }

    private static Figure publishNormal() {
        return Figure.of("publish-32", "publish, 32 threads, NORMAL")
                .against("raw JDBC, 32 threads behind a lock, one commit each")
                .metrics("events/s", "rate")
                .aim(Aim.atLeast(3))
                .ours("publish", JmhRun.rate(AskrPublish.class, "publish", 32, Map.of()))
                .other("fair lock", JmhRun.plainRate(LockedPublish.class, "publish", 32, Map.of("fair", "true")))
                .beside("unfair lock", JmhRun.plainRate(LockedPublish.class, "publish", 32, Map.of("fair", "false")))
                .build();
    }

    private static Figure transaction() {
        return Figure.of("transaction", "an insert and a publish in a `TransactionTemplate`")
                .against("two `JdbcTemplate` inserts in one, on a plain pool")
                .metrics("transactions/s", "rate")
                .aim(Aim.atLeast(0.85))
                .ours("insert and publish", JmhRun.rate(Transactions.class, "askr", 1, Map.of()))
                .other("two inserts", JmhRun.rate(Transactions.class, "plain", 1, Map.of()))
                .beside("two inserts, lock at begin", JmhRun.rate(Transactions.class, "lockedAtBegin", 1, Map.of()))
                .build();
    }

    private static Figure replay() {
        return Figure.of("replay", "replay of a million events, byte payloads, all channels, BATCH")
                .against("raw select, kept statement, pages of the same size")
                .metrics("million events/s", "rate")
                .aim(Aim.atLeast(0.6))
                .ours("lists of 100", JmhRun.shot(AskrReplay.class, "replay", Map.of("handler", "LISTS")))
                .other("raw", JmhRun.shot(RawReplay.class, "replay", Map.of()))
                .beside("one by one", JmhRun.shot(AskrReplay.class, "replay", Map.of("handler", "EVENTS")))
                .note(
                        "payloads of 100 bytes, ten channels; a page is 100 events, as by default; the handler takes lists")
                .build();
    }

    private static Figure pacedApp(Settings settings) {
        String seconds = String.valueOf(settings.seconds() + 1);
        return Figure.of("app", "an application's 200 transactions/s while 32 publishers run")
                .against("the same on a plain pool, without the lock queue")
                .metrics("ms", "p99")
                .aim(Aim.atMost(0.1))
                .ours("lock at begin", paced("LOCKS_AT_BEGIN", "WRITE", seconds))
                .other("plain pool", paced("PLAIN", "WRITE", seconds))
                .beside("lock-on-begin off", paced("QUEUES_WHEN_BUSY", "WRITE", seconds))
                .beside("lock at begin, reads first", paced("LOCKS_AT_BEGIN", "READ", seconds))
                .beside("plain pool, reads first", paced("PLAIN", "READ", seconds))
                .note("one thread; the time of a transaction. Of those that read first on a plain pool, many fail")
                .build();
    }

    private static Variant.Measurement paced(String pool, String first, String seconds) {
        return JmhRun.shot(PacedApp.class, "pace", Map.of("pool", pool, "first", first, "seconds", seconds));
    }

    private static Figure foreignWriter() {
        return Figure.of("writer-foreign", "another process's 100 writes/s (Python) while 32 publishers run")
                .against("the same alone")
                .metrics("ms", "p99")
                .aim(Aim.stated())
                .ours("beside 32 publishers", new ForeignWriter(PYTHON_PUBLISHERS))
                .other("alone", new ForeignWriter(0))
                .build();
    }
}
