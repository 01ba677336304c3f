package io.askr.bench;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/**
 * From a commit in this process to the start of a handler in another one.
 *
 * @param role who calls the handler there
 */
record ForeignWake(Child.Role role) implements Variant.Measurement {

    private static final int WARM_UP = 200;
    private static final int EVENTS_A_SECOND = 150;
    private static final int LONGEST_PAUSE_MICROS = 13_000;

    @Override
    public Map<String, Double> run(Settings settings, Variant.Round round) throws Exception {
        Path folder = Folders.fresh(settings.folder());
        PlainDatabase.create(folder);
        String url = BenchApp.url(folder);
        int events = WARM_UP + EVENTS_A_SECOND * settings.seconds();
        try (ChildProcess child = ChildProcess.java(settings, round.log(), role, url, "" + events);
                RawPublisher publisher = new RawPublisher(url)) {
            long[] called = new long[events];
            long[] returned = new long[events];
            Pauses pauses = new Pauses(LONGEST_PAUSE_MICROS);
            for (int event = 0; event < events; event++) {
                pauses.pause();
                byte[] payload = Stamps.payload(event);
                called[event] = System.nanoTime();
                publisher.publish(Child.CHANNEL, payload);
                returned[event] = System.nanoTime();
            }
            child.say("stamps");
            long[] handled = Arrays.stream(child.line().split(" "))
                    .mapToLong(Long::parseLong)
                    .toArray();
            Percentiles afterReturn = between(returned, handled);
            Percentiles fromCall = between(called, handled);
            return Map.of(
                    "p50", afterReturn.at(50),
                    "p99", afterReturn.at(99),
                    "fromCallP50", fromCall.at(50),
                    "fromCallP99", fromCall.at(99));
        } finally {
            Folders.delete(folder);
        }
    }

    private static Percentiles between(long[] from, long[] to) {
        return Percentiles.between(
                Arrays.copyOfRange(from, WARM_UP, from.length), Arrays.copyOfRange(to, WARM_UP, to.length));
    }
}
