package io.askr.sample.quakes;

/** A steady beat: says how long to wait for the next step, and catches up after a slow one. */
final class Pace {

    private final long stepNanos;
    private long next = System.nanoTime();

    private Pace(long stepNanos) {
        this.stepNanos = stepNanos;
    }

    /**
     * Starts to beat now.
     *
     * @param perSecond steps a second, 0 for as fast as it goes
     */
    static Pace of(int perSecond) {
        return new Pace(perSecond == 0 ? 0 : 1_000_000_000L / perSecond);
    }

    /** Nanoseconds until the next step, 0 or less where it is due. */
    long untilNext() {
        long wait = next - System.nanoTime();
        next += stepNanos;
        return wait;
    }
}
