/** Quake Watch: one week of earthquakes through topics and listeners, on one SQLite file. */
@NullMarked
package io.askr.sample.quakes;

import org.jspecify.annotations.NullMarked;
