package io.askr.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.askr.topic.TopicEvent;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Bean;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.Headers;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.validation.annotation.Validated;
import org.springframework.validation.beanvalidation.LocalValidatorFactoryBean;

class ListenerArgumentsTests {

    record Order(@NotEmpty String item, int count) {}

    private static final Order TEA = new Order("tea", 2);

    @TempDir
    Path folder;

    @Test
    void aHandlerTakesThePayloadInEachOfItsShapes() {
        try (ListenerApp app = ListenerApp.start(folder, Shapes.class)) {
            app.publish("orders", TEA, Map.of("source", "shop", "weight", "7"));
            app.drain();

            assertThat(app.bean(Shapes.class).got)
                    .containsExactlyInAnyOrder(
                            "payload Order[item=tea, count=2]",
                            "generic Order[item=tea, count=2]",
                            "generics Order[item=tea, count=2]",
                            "event 1 orders Order[item=tea, count=2] shop",
                            "message Order[item=tea, count=2] shop orders",
                            "both tea 1",
                            "headers orders 1 true s-headers shop 7 fallback null 1",
                            "all shop orders null null",
                            "map {item=tea, count=2}",
                            "object {item=tea, count=2}",
                            "text {\"item\":\"tea\",\"count\":2}",
                            "bytes {\"item\":\"tea\",\"count\":2}",
                            "raw {\"item\":\"tea\",\"count\":2}",
                            "nothing",
                            "batch Order[item=tea, count=2]",
                            "events 1 Order[item=tea, count=2]",
                            "messages Order[item=tea, count=2] orders");
            assertThat(app.parked()).isEmpty();
        }
    }

    @Test
    void listsOfListsAreBatchesOfListPayloads() {
        try (ListenerApp app = ListenerApp.start(folder, Lists.class)) {
            app.publish("lists", List.of(TEA, TEA));
            app.drain();

            assertThat(app.bean(Lists.class).got).containsExactly("1 batch of 2 Order");
        }
    }

    @Test
    void emptyPayloadsAreDelivered() {
        try (ListenerApp app = ListenerApp.start(folder, Empties.class)) {
            app.publish("text", "");
            app.publish("bytes", new byte[0]);
            app.drain();

            assertThat(app.bean(Empties.class).got)
                    .containsExactlyInAnyOrder("text ''", "bytes 0", "event 0", "message 0");
        }
    }

    @Test
    void all256ByteValuesArriveAsTheyWerePublished() {
        byte[] bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        try (ListenerApp app = ListenerApp.start(folder, Bytes.class)) {
            app.publish("bytes", bytes);
            app.drain();

            assertThat(app.bean(Bytes.class).got).singleElement().isEqualTo(bytes);
        }
    }

    @Test
    void headersThatSpringReservesReachTheHandlerAsAnotherProgramWroteThem() {
        try (ListenerApp app = ListenerApp.start(folder, ReservedHeaders.class)) {
            app.jdbc()
                    .update(
                            "insert into askr_events (channel, payload, headers) values ('orders', 'x', ?)",
                            "{\"id\":\"mine\",\"timestamp\":\"then\",\"askr_channel\":\"forged\"}");
            app.drain();

            assertThat(app.bean(ReservedHeaders.class).got).containsExactly("mine then orders null null");
        }
    }

    @Test
    void annotatedPayloadsAreValidatedAndInvalidOnesParkedAtOnce() {
        try (ListenerApp app = ListenerApp.start(folder, WithValidator.class, Validates.class)) {
            app.publish("orders", TEA);
            app.publish("orders", new Order("", 1));
            app.drain();

            assertThat(app.bean(Validates.class).got)
                    .containsExactlyInAnyOrder(
                            "valid tea", "validated tea", "event tea", "batch tea", "unchecked tea", "unchecked ");
            assertThat(app.parked()).hasSize(4).allSatisfy(row -> {
                assertThat(row).containsEntry("attempts", 1);
                assertThat((String) row.get("exception")).contains("item", "NotEmpty");
            });
        }
    }

    @Test
    void withoutAValidatorNothingIsValidated() {
        try (ListenerApp app = ListenerApp.start(folder, Validates.class)) {
            app.publish("orders", new Order("", 1));
            app.drain();

            assertThat(app.parked()).isEmpty();
            assertThat(app.bean(Validates.class).got).hasSize(5);
        }
    }

    abstract static class Recording {
        final List<String> got = new CopyOnWriteArrayList<>();
    }

    abstract static class Generic<T> extends Recording {
        @AskrListener(id = "generic", topics = "orders", subscriber = "s-generic")
        void generic(T order) {
            got.add("generic " + order);
        }

        @AskrListener(topics = "orders", subscriber = "s-generics")
        void generics(List<TopicEvent<T>> events) {
            events.forEach(event -> got.add("generics " + event.payload()));
        }
    }

    static class Shapes extends Generic<Order> {
        @AskrListener(topics = "orders", subscriber = "s-payload")
        void payload(Order order) {
            got.add("payload " + order);
        }

        @AskrListener(topics = "orders", subscriber = "s-event")
        void event(TopicEvent<Order> event) {
            assertThat(event.createdAt())
                    .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(1));
            got.add("event " + event.seq() + " " + event.channel() + " " + event.payload() + " "
                    + event.headers().get("source"));
        }

        @AskrListener(topics = "orders", subscriber = "s-message")
        void message(Message<Order> message) {
            got.add("message " + message.getPayload() + " "
                    + message.getHeaders().get("source") + " "
                    + message.getHeaders().get(AskrHeaders.CHANNEL));
        }

        @AskrListener(topics = "orders", subscriber = "s-both")
        void both(Order order, TopicEvent<Order> event) {
            got.add("both " + order.item() + " " + event.seq());
        }

        @AskrListener(id = "ids", topics = "orders", subscriber = "s-headers")
        void headers(
                @Header(AskrHeaders.CHANNEL) String channel,
                @Header(AskrHeaders.SEQ) long seq,
                @Header(AskrHeaders.CREATED_AT) Instant createdAt,
                @Header(AskrHeaders.SUBSCRIBER) String subscriber,
                @Header String source,
                @Header("weight") int weight,
                @Header(name = "absent", defaultValue = "fallback") String fallback,
                @Header(name = "absent", required = false) String absent,
                @Header(AskrHeaders.ATTEMPT) int attempt,
                @Payload Order order) {
            got.add("headers " + channel + " " + seq + " " + createdAt.isAfter(Instant.EPOCH) + " " + subscriber + " "
                    + source + " " + weight + " " + fallback + " " + absent + " " + attempt);
        }

        @AskrListener(topics = "orders", subscriber = "s-all")
        void all(@Headers Map<String, Object> headers, MessageHeaders same) {
            got.add("all " + headers.get("source") + " " + same.get(AskrHeaders.CHANNEL) + " " + same.getId() + " "
                    + same.getTimestamp());
        }

        @AskrListener(topics = "orders", subscriber = "s-map")
        void map(Map<String, Object> payload) {
            got.add("map " + payload);
        }

        @AskrListener(topics = "orders", subscriber = "s-object")
        void object(Object payload) {
            got.add("object " + payload);
        }

        @AskrListener(topics = "orders", subscriber = "s-text")
        void text(String payload) {
            got.add("text " + payload);
        }

        @AskrListener(topics = "orders", subscriber = "s-bytes")
        void bytes(byte[] payload) {
            got.add("bytes " + new String(payload, StandardCharsets.UTF_8));
        }

        @AskrListener(topics = "orders", subscriber = "s-raw")
        void raw(TopicEvent<?> event) {
            got.add("raw " + new String((byte[]) event.payload(), StandardCharsets.UTF_8));
        }

        @AskrListener(topics = "orders", subscriber = "s-nothing")
        void nothing() {
            got.add("nothing");
        }

        @AskrListener(topics = "orders", subscriber = "s-batch")
        void batch(@Payload List<Order> orders) {
            orders.forEach(order -> got.add("batch " + order));
        }

        @AskrListener(topics = "orders", subscriber = "s-events")
        void events(List<TopicEvent<Order>> events) {
            events.forEach(event -> got.add("events " + event.seq() + " " + event.payload()));
        }

        @AskrListener(topics = "orders", subscriber = "s-messages")
        void messages(List<Message<Order>> messages) {
            messages.forEach(message -> got.add("messages " + message.getPayload() + " "
                    + message.getHeaders().get(AskrHeaders.CHANNEL)));
        }
    }

    static class Lists extends Recording {
        @AskrListener(topics = "lists", subscriber = "s")
        void on(List<List<Order>> batch) {
            got.add(batch.size() + " batch of " + batch.get(0).size() + " "
                    + batch.get(0).get(0).getClass().getSimpleName());
        }
    }

    static class Empties extends Recording {
        @AskrListener(topics = "text", subscriber = "a")
        void text(String payload) {
            got.add("text '" + payload + "'");
        }

        @AskrListener(topics = "bytes", subscriber = "b")
        void bytes(@Payload byte[] payload) {
            got.add("bytes " + payload.length);
        }

        @AskrListener(topics = "bytes", subscriber = "c")
        void event(TopicEvent<byte[]> event) {
            got.add("event " + event.payload().length);
        }

        @AskrListener(topics = "bytes", subscriber = "d")
        void message(Message<byte[]> message) {
            got.add("message " + message.getPayload().length);
        }
    }

    static class Bytes {
        final List<byte[]> got = new CopyOnWriteArrayList<>();

        @AskrListener(topics = "bytes", subscriber = "s")
        void on(byte[] payload) {
            got.add(payload);
        }
    }

    static class ReservedHeaders extends Recording {
        @AskrListener(topics = "orders", subscriber = "s")
        void on(
                @Header("id") String id,
                @Header("timestamp") String timestamp,
                @Header(AskrHeaders.CHANNEL) String channel,
                MessageHeaders headers) {
            got.add(id + " " + timestamp + " " + channel + " " + headers.getId() + " " + headers.getTimestamp());
        }
    }

    static class WithValidator {
        @Bean
        LocalValidatorFactoryBean validator() {
            return new LocalValidatorFactoryBean();
        }
    }

    static class Validates extends Recording {
        @AskrListener(topics = "orders", subscriber = "a")
        void valid(@Payload @Valid Order order) {
            got.add("valid " + order.item());
        }

        @AskrListener(topics = "orders", subscriber = "b")
        void validated(@Validated Order order) {
            got.add("validated " + order.item());
        }

        @AskrListener(topics = "orders", subscriber = "c")
        void event(@Valid TopicEvent<Order> event) {
            got.add("event " + event.payload().item());
        }

        @AskrListener(topics = "orders", subscriber = "d")
        void batch(@Valid List<Order> orders) {
            orders.forEach(order -> got.add("batch " + order.item()));
        }

        @AskrListener(topics = "orders", subscriber = "e")
        void unchecked(Order order) {
            got.add("unchecked " + order.item());
        }
    }
}
