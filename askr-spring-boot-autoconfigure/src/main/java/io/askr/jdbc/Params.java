package io.askr.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * Binds a statement's parameters by name. There is one way to bind each kind of column, because SQLite compares values
 * with their storage class: bytes are never equal to the same text.
 *
 * @since 0.1.0
 */
public interface Params {

    /**
     * Binds text.
     *
     * @param name the parameter
     * @param value its value
     * @return this
     */
    Params text(String name, @Nullable String value);

    /**
     * Binds a whole number.
     *
     * @param name the parameter
     * @param value its value
     * @return this
     */
    Params number(String name, @Nullable Long value);

    /**
     * Binds bytes.
     *
     * @param name the parameter
     * @param value its value
     * @return this
     */
    Params bytes(String name, byte @Nullable [] value);
}
