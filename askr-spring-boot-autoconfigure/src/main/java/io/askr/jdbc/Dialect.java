package io.askr.jdbc;

import org.springframework.jdbc.support.SQLExceptionTranslator;

/**
 * Answers what differs between databases. The API above knows none of it.
 *
 * @since 0.1.0
 */
public interface Dialect {

    /**
     * The database's name, as in log lines.
     *
     * @return for example {@code SQLite}
     */
    String name();

    /**
     * The statements of the topics.
     *
     * @return all of them
     */
    TopicSql topics();

    /**
     * Makes Spring's exceptions of the driver's.
     *
     * @return the translator
     */
    SQLExceptionTranslator exceptions();
}
