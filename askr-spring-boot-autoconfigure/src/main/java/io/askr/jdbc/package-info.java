/** The way to the database: joining the caller's transaction, the write lock, the writer, the dialect, the schema. */
@NullMarked
package io.askr.jdbc;

import org.jspecify.annotations.NullMarked;
