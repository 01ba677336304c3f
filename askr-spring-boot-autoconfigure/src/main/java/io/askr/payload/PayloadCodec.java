package io.askr.payload;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Payloads as bytes and as objects: {@code byte[]} as it is, {@code String} as UTF-8, then the first
 * {@link AskrPayloadConverter} that supports the type, then JSON.
 *
 * @since 0.1.0
 */
public final class PayloadCodec {

    private final List<AskrPayloadConverter> converters;
    private final JsonMapper mapper;

    /**
     * Creates it.
     *
     * @param converters the converters, the first that supports a type wins
     * @param mapper writes and reads all other types
     */
    public PayloadCodec(List<AskrPayloadConverter> converters, JsonMapper mapper) {
        this.converters = List.copyOf(converters);
        this.mapper = mapper;
    }

    /**
     * Writes a payload.
     *
     * @param payload the object
     * @return its bytes; a {@code byte[]} is returned itself, not a copy
     * @throws PayloadConversionException if it can't be written
     */
    public byte[] write(Object payload) {
        if (payload instanceof byte[] bytes) {
            return bytes;
        }
        try {
            return payload instanceof String text ? encode(text) : written(payload);
        } catch (JacksonException | CharacterCodingException failure) {
            throw unwritable(payload, failure.getMessage(), failure);
        }
    }

    /**
     * Reads a payload.
     *
     * @param bytes the stored bytes
     * @param type what to make of them
     * @return the object, never {@code null}: a JSON {@code null} is an error unless the type has an empty value
     * @throws PayloadConversionException if they can't be read as {@code type}
     */
    public Object read(byte[] bytes, ResolvableType type) {
        Class<?> raw = type.resolve(Object.class);
        if (raw == byte[].class) {
            return bytes;
        }
        Object payload;
        try {
            payload = raw == String.class ? decode(bytes) : read(bytes, type, converter(type));
        } catch (JacksonException | CharacterCodingException failure) {
            throw unreadable(bytes, type, failure.getMessage(), failure);
        }
        if (payload == null) {
            throw unreadable(bytes, type, "it reads as null", null);
        }
        return payload;
    }

    private byte[] written(Object payload) {
        Optional<AskrPayloadConverter> converter = converter(ResolvableType.forInstance(payload));
        if (converter.isEmpty()) {
            return mapper.writeValueAsBytes(payload);
        }
        byte @Nullable [] bytes;
        try {
            bytes = converter.get().write(payload);
        } catch (PayloadConversionException failure) {
            throw failure;
        } catch (RuntimeException failure) {
            throw unwritable(payload, converter.get() + " threw " + failure, failure);
        }
        if (bytes == null) {
            throw unwritable(payload, converter.get() + " returned null", null);
        }
        return bytes;
    }

    private @Nullable Object read(byte[] bytes, ResolvableType type, Optional<AskrPayloadConverter> converter) {
        if (converter.isEmpty()) {
            return mapper.readValue(bytes, mapper.constructType(type.getType()));
        }
        try {
            return converter.get().read(bytes, type);
        } catch (PayloadConversionException failure) {
            throw failure;
        } catch (RuntimeException failure) {
            throw unreadable(bytes, type, converter.get() + " threw " + failure, failure);
        }
    }

    private Optional<AskrPayloadConverter> converter(ResolvableType type) {
        return converters.stream().filter(each -> each.supports(type)).findFirst();
    }

    private static byte[] encode(String text) throws CharacterCodingException {
        ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        return bytes;
    }

    private static String decode(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }

    private static PayloadConversionException unwritable(
            Object payload, @Nullable String why, @Nullable Throwable cause) {
        return new PayloadConversionException(
                "a payload of type " + payload.getClass().getName() + " can't be written as bytes: " + why
                        + ". Publish a type that the JSON mapper can write, a byte[], or add an AskrPayloadConverter"
                        + " bean for it",
                cause);
    }

    private static PayloadConversionException unreadable(
            byte[] bytes, ResolvableType type, @Nullable String why, @Nullable Throwable cause) {
        return new PayloadConversionException(
                "a payload of " + bytes.length + " bytes can't be read as " + type + ": " + why
                        + ". Ask for byte[] to see what is stored",
                cause);
    }
}
