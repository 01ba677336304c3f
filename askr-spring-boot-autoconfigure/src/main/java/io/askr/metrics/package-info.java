/** Meter binders. */
@NullMarked
package io.askr.metrics;

import org.jspecify.annotations.NullMarked;
