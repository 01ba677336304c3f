/** The test kit: a clock that moves and a wait for idle listeners. */
@NullMarked
package io.askr.test;

import org.jspecify.annotations.NullMarked;
