package io.askr.jdbc;

/**
 * The statements of the topics, as one database understands them.
 *
 * @since 0.1.0
 */
public interface TopicSql {}
