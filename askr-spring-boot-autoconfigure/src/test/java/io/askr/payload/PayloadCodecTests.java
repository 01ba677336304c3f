package io.askr.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.ResolvableType;
import tools.jackson.databind.json.JsonMapper;

class PayloadCodecTests {

    record Order(int id, String name) {}

    record Point(int x) {}

    private final PayloadCodec codec = new PayloadCodec(List.of(), new JsonMapper());

    @Test
    void bytesStayAsTheyAre() {
        byte[] all = new byte[256];
        for (int at = 0; at < all.length; at++) {
            all[at] = (byte) at;
        }
        assertThat(codec.write(all)).isEqualTo(all);
        assertThat(codec.read(all, type(byte[].class))).isEqualTo(all);
        assertThat(codec.write(new byte[0])).isEmpty();
        assertThat((byte[]) codec.read(new byte[0], type(byte[].class))).isEmpty();
    }

    @Test
    void textIsUtf8NulIncluded() {
        String text = "a\0b ü 木 😀";
        assertThat(codec.write(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
        assertThat(codec.read(codec.write(text), type(String.class))).isEqualTo(text);
        assertThat(codec.read(new byte[0], type(String.class))).isEqualTo("");
    }

    @Test
    void textThatUtf8CannotHoldIsRefusedRatherThanChanged() {
        assertThatThrownBy(() -> codec.write("half \uD83D"))
                .isInstanceOf(PayloadConversionException.class)
                .hasMessageContaining("java.lang.String");
        assertThatThrownBy(() -> codec.read(new byte[] {'a', (byte) 0xff}, type(String.class)))
                .isInstanceOf(PayloadConversionException.class)
                .hasMessageContaining("2 bytes")
                .hasMessageContaining("byte[]");
    }

    @Test
    void otherTypesAreJson() {
        assertThat(codec.write(new Order(7, "x"))).asString().isEqualTo("{\"id\":7,\"name\":\"x\"}");
        assertThat(codec.read(bytes("{\"id\":7,\"name\":\"x\"}"), type(Order.class)))
                .isEqualTo(new Order(7, "x"));
        ResolvableType orders = ResolvableType.forType(new ParameterizedTypeReference<List<Order>>() {});
        assertThat(codec.read(bytes("[{\"id\":1,\"name\":\"a\"}]"), orders)).isEqualTo(List.of(new Order(1, "a")));
        assertThat(codec.read(bytes("{\"a\":1}"), ResolvableType.forClass(Object.class)))
                .isEqualTo(Map.of("a", 1));
    }

    @Test
    void whatCannotBeReadSaysWhatAndWhy() {
        assertThatThrownBy(() -> codec.read(bytes("{nonsense"), type(Order.class)))
                .isInstanceOf(PayloadConversionException.class)
                .hasMessageContaining("9 bytes")
                .hasMessageContaining("Order")
                .hasRootCauseInstanceOf(Exception.class);
        assertThatThrownBy(() -> codec.read(new byte[0], type(Order.class)))
                .isInstanceOf(PayloadConversionException.class);
        assertThatThrownBy(() -> codec.read(bytes("null"), type(Order.class)))
                .isInstanceOf(PayloadConversionException.class)
                .hasMessageContaining("null");
        ResolvableType optional = ResolvableType.forClassWithGenerics(Optional.class, Order.class);
        assertThat(codec.read(bytes("null"), optional)).isEqualTo(Optional.empty());
    }

    @Test
    void whatCannotBeWrittenSaysWhich() {
        class Loop {
            @SuppressWarnings("unused")
            public Loop getSelf() {
                return this;
            }
        }
        assertThatThrownBy(() -> codec.write(new Loop()))
                .isInstanceOf(PayloadConversionException.class)
                .hasMessageContaining("Loop")
                .hasMessageContaining("AskrPayloadConverter");
    }

    @Test
    void aConverterComesBeforeJsonAndOnlyForItsType() {
        PayloadCodec converting = new PayloadCodec(List.of(new PointConverter()), new JsonMapper());
        assertThat(converting.write(new Point(3))).asString().isEqualTo("point 3");
        assertThat(converting.read(bytes("point 4"), type(Point.class))).isEqualTo(new Point(4));
        assertThat(converting.write(new Order(1, "a"))).asString().startsWith("{");
    }

    @Test
    void aConverterThatFailsIsAConversionError() {
        PayloadCodec converting = new PayloadCodec(List.of(new PointConverter()), new JsonMapper());
        assertThatThrownBy(() -> converting.write(new Point(-1)))
                .isInstanceOf(PayloadConversionException.class)
                .hasMessageContaining("the point converter")
                .hasCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> converting.write(new Point(0)))
                .isInstanceOf(PayloadConversionException.class)
                .hasMessageContaining("null");
        assertThatThrownBy(() -> converting.read(bytes("no point"), type(Point.class)))
                .isInstanceOf(PayloadConversionException.class)
                .hasCauseInstanceOf(NumberFormatException.class);
    }

    private static ResolvableType type(Class<?> type) {
        return ResolvableType.forClass(type);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static final class PointConverter implements AskrPayloadConverter {

        @Override
        public boolean supports(ResolvableType type) {
            return type.resolve() == Point.class;
        }

        @Override
        public byte[] write(Object payload) {
            int x = ((Point) payload).x();
            if (x < 0) {
                throw new IllegalStateException("negative");
            }
            return x == 0 ? null : bytes("point " + x);
        }

        @Override
        public Object read(byte[] bytes, ResolvableType type) {
            return new Point(Integer.parseInt(new String(bytes, StandardCharsets.UTF_8).substring(6)));
        }

        @Override
        public String toString() {
            return "the point converter";
        }
    }
}
