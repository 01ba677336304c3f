package io.askr.bench;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/** When the handler of each event started, by {@link System#nanoTime()}; on Linux that is one clock for all processes. */
final class Stamps {

    private final AtomicLongArray nanos;
    private final AtomicInteger seen = new AtomicInteger();

    Stamps(int events) {
        this.nanos = new AtomicLongArray(events);
    }

    static byte[] payload(int event) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(event).array();
    }

    void handled(byte[] payload) {
        long now = System.nanoTime();
        if (nanos.compareAndSet(ByteBuffer.wrap(payload).getInt(), 0, now)) {
            seen.incrementAndGet();
        }
    }

    long[] await(int events) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (seen.get() < events) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(seen.get() + " of " + events + " events have come");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        long[] copy = new long[events];
        for (int event = 0; event < events; event++) {
            copy[event] = nanos.get(event);
        }
        return copy;
    }
}
