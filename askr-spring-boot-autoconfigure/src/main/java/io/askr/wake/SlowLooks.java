package io.askr.wake;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A look now and then, whether or not anything asks for it. */
final class SlowLooks implements LookTrigger {

    private final long interval;

    SlowLooks(Duration interval) {
        this.interval = interval.toNanos();
    }

    @Override
    public WakeSource await(boolean moved) {
        LockSupport.parkNanos(this, interval);
        return WakeSource.SAFETY;
    }
}
