package io.askr.autoconfigure;

/**
 * When the tables are created and completed.
 *
 * @since 0.1.0
 */
public enum SchemaInitialization {

    /** At every start: what is missing is added, what is there is left alone. */
    ALWAYS,

    /** Never: the application's own migrations create the tables. */
    NEVER
}
