package io.askr.payload;

import org.jspecify.annotations.Nullable;

/**
 * A payload could not be written as bytes, or stored bytes could not be read as the asked-for type.
 *
 * @since 0.1.0
 */
public final class PayloadConversionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates it.
     *
     * @param message which payload, which type, and what to do
     * @param cause what went wrong beneath, if anything
     */
    public PayloadConversionException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
