/** Payloads as bytes and as objects. */
@NullMarked
package io.askr.payload;

import org.jspecify.annotations.NullMarked;
