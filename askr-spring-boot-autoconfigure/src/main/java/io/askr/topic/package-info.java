/** Topics: the durable, replayable log, its subscribers' cursors, and their public API. */
@NullMarked
package io.askr.topic;

import org.jspecify.annotations.NullMarked;
