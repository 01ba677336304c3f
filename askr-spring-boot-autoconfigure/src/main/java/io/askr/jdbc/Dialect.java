package io.askr.jdbc;

/** Placeholder. */
public interface Dialect {
    TopicSql topics();
}
