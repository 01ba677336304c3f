/** Figures of this library against plain JDBC and plain polling, in one run: {@link io.askr.bench.Benchmarks}. */
@NullMarked
package io.askr.bench;

import org.jspecify.annotations.NullMarked;
