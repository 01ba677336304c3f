/** Who committed what, and whom it concerns. */
@NullMarked
package io.askr.wake;

import org.jspecify.annotations.NullMarked;
