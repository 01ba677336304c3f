/** Annotated listeners, their containers and their registry. */
@NullMarked
package io.askr.listener;

import org.jspecify.annotations.NullMarked;
