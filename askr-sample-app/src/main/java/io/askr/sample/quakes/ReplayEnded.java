package io.askr.sample.quakes;

import org.jspecify.annotations.Nullable;

/**
 * The replay has come to its end.
 *
 * @param failure why it came too early, null where all of the feed is stored
 */
record ReplayEnded(@Nullable Exception failure) {}
