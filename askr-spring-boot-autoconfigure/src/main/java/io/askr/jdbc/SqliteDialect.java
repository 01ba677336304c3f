package io.askr.jdbc;

import org.springframework.jdbc.support.SQLExceptionTranslator;

/** SQLite from 3.38 ({@code unixepoch()}, {@code returning}). */
final class SqliteDialect implements Dialect {

    static final Sql BEGIN_READING = Sql.of("begin");

    static final Sql BEGIN_WRITING = Sql.of("begin immediate");

    static final Sql COMMIT = Sql.of("commit");

    static final Sql ROLLBACK = Sql.of("rollback");

    private final TopicSql topics = new SqliteTopicSql();
    private final SQLExceptionTranslator exceptions = new SqliteExceptionTranslator();

    @Override
    public String name() {
        return "SQLite";
    }

    @Override
    public TopicSql topics() {
        return topics;
    }

    @Override
    public SQLExceptionTranslator exceptions() {
        return exceptions;
    }
}
