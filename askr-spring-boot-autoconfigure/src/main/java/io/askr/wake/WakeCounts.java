package io.askr.wake;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What a watcher counts over all its runs. */
final class WakeCounts {

    private final Map<WakeSource, LongAdder> wakeups = adders();
    private final LongAdder failures = new LongAdder();

    void woken(WakeSource source) {
        adder(source).increment();
    }

    void failed() {
        failures.increment();
    }

    long wakeups(WakeSource source) {
        return adder(source).sum();
    }

    long failures() {
        return failures.sum();
    }

    private LongAdder adder(WakeSource source) {
        LongAdder adder = wakeups.get(source);
        if (adder == null) {
            throw new IllegalArgumentException("nothing counts " + source);
        }
        return adder;
    }

    private static Map<WakeSource, LongAdder> adders() {
        Map<WakeSource, LongAdder> adders = new EnumMap<>(WakeSource.class);
        Arrays.stream(WakeSource.values()).forEach(source -> adders.put(source, new LongAdder()));
        return Collections.unmodifiableMap(adders);
    }
}
