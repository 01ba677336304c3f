package io.askr.payload;

import org.springframework.core.ResolvableType;

/**
 * Turns objects of some types into bytes and back. Beans of this type come before JSON; {@code byte[]} and
 * {@code String} never reach them. It is called before and after, never during, the database's own work.
 *
 * @since 0.1.0
 */
public interface AskrPayloadConverter {

    /**
     * Tells whether this converter is the one for {@code type}, in both directions.
     *
     * @param type the payload's type: the object's class when writing, the asked-for type when reading
     * @return whether it is
     */
    boolean supports(ResolvableType type);

    /**
     * Writes a payload.
     *
     * @param payload an object of a supported type
     * @return its bytes; may be empty
     */
    byte[] write(Object payload);

    /**
     * Reads a payload.
     *
     * @param bytes the stored bytes; may be empty
     * @param type a supported type
     * @return the object
     */
    Object read(byte[] bytes, ResolvableType type);
}
