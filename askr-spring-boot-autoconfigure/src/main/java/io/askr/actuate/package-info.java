/** Actuator health. */
@NullMarked
package io.askr.actuate;

import org.jspecify.annotations.NullMarked;
