package io.askr.bench;

import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Pauses of random length, the same in each run: an event must meet a poller at any moment of its interval. */
final class Pauses {

    private final Random random = new Random(42);
    private final int mostMicros;

    Pauses(int mostMicros) {
        this.mostMicros = mostMicros;
    }

    void pause() {
        until(System.nanoTime() + random.nextInt(mostMicros) * 1000L);
    }

    static void until(long nanoTime) {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
