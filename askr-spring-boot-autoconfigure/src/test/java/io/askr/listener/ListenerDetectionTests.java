package io.askr.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.core.annotation.AliasFor;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.stereotype.Component;
import org.springframework.test.util.AopTestUtils;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;

class ListenerDetectionTests {

    @TempDir
    Path folder;

    @Test
    void composedAnnotationsSetWhatTheyAlias() {
        try (ListenerApp app = ListenerApp.start(folder, Composed.class)) {
            app.publish("orders", "a");
            app.drain();

            assertThat(app.target(Composed.class).got).containsExactlyInAnyOrder("composed a", "twice a");
            assertThat(app.container("composed").subscriber()).contains("mine");
            assertThat(app.container("composed").ackMode()).isEqualTo(AckMode.TRANSACTION);
            assertThat(app.container("twice").subscriber()).isEmpty();
        }
    }

    @Test
    void aRepeatedAnnotationMakesAListenerEach() {
        try (ListenerApp app = ListenerApp.start(folder, Repeated.class)) {
            app.publish("orders", "a");
            app.publish("prices", "b");
            app.drain();

            assertThat(app.bean(Repeated.class).got).containsExactlyInAnyOrder("a repeated#on", "b repeated#on-2");
            assertThat(app.registry().containers())
                    .extracting(ListenerContainer::id)
                    .containsExactly("repeated#on", "repeated#on-2");
        }
    }

    @Test
    void allTextsResolvePlaceholdersAndExpressions() {
        Map<String, Object> properties = Map.of(
                "my.topic", "orders.*",
                "my.list", "prices,quotes",
                "my.subscriber", "dashboard",
                "my.start", "2026-11-30T08:00:00Z",
                "my.size", "7",
                "my.startup", "false");
        try (ListenerApp app = ListenerApp.start(folder, properties, Resolves.class)) {
            ListenerContainer container = app.container("id-dashboard");
            assertThat(container.subscriber()).contains("dashboard");
            assertThat(container.isAutoStartup()).isFalse();
            assertThat(container.isRunning()).isFalse();
            assertThat(List.of("orders.placed", "prices", "quotes"))
                    .allMatch(channel -> container.filter().matches(channel));
            assertThat(container.filter().matches("prices,quotes")).isFalse();
            assertThat(((TopicListenerContainer) container).endpoint().batchSize())
                    .isEqualTo(7);
        }
    }

    @Test
    void aBeanBehindAClassProxyIsCalledOnItsProxyAndRegisteredOnce() {
        try (ListenerApp app = ListenerApp.start(folder, Proxied.class)) {
            app.publish("orders", "a");
            app.drain();

            assertThat(AopUtils.isCglibProxy(app.bean(Proxied.class))).isTrue();
            assertThat(app.target(Proxied.class).got).containsExactly("a true");
            assertThat(app.registry().containers()).hasSize(1);
        }
    }

    @Test
    void aBeanBehindAnInterfaceProxyIsCalledOnItsProxy() {
        try (ListenerApp app = ListenerApp.start(folder, InterfaceProxies.class, OnInterface.class)) {
            app.publish("orders", "a");
            app.drain();

            assertThat(AopUtils.isJdkDynamicProxy(app.bean(Handles.class))).isTrue();
            OnInterface target = AopTestUtils.getUltimateTargetObject(app.bean(Handles.class));
            assertThat(target.got).containsExactly("a orders true");
        }
    }

    @Test
    void anAnnotationOnAnInterfaceCountsOnceAndTheNearestOneWins() {
        try (ListenerApp app = ListenerApp.start(folder, Overrides.class, Inherits.class)) {
            assertThat(app.registry().containers())
                    .extracting(ListenerContainer::id)
                    .containsExactlyInAnyOrder("overridden", "inherited");
        }
    }

    @Test
    void aScopedProxyStandsForItsTarget() {
        try (ListenerApp app = ListenerApp.start(folder, ScopedBeans.class)) {
            app.publish("orders", "a");
            app.drain();

            assertThat(app.registry().containers())
                    .extracting(ListenerContainer::id)
                    .containsExactly("scoped#on");
            assertThat(ScopedBeans.GOT).contains("a");
        }
    }

    @Test
    void aBeanThatIsMadeLaterListensAtOnce() {
        try (ListenerApp app = ListenerApp.start(folder, LateBean.class)) {
            assertThat(app.registry().containers()).isEmpty();
            LateBean late = app.bean(LateBean.class);
            app.publish("orders", "a");
            app.drain();

            assertThat(late.got).containsExactly("a");
        }
    }

    @Test
    void proxiesThatOtherPostProcessorsMakeAreFound() {
        try (ListenerApp app = ListenerApp.start(folder, AsyncProxies.class, WithAsyncNeighbour.class)) {
            app.publish("orders", "a");
            app.drain();

            assertThat(AopUtils.isAopProxy(app.bean(WithAsyncNeighbour.class))).isTrue();
            assertThat(((TopicListenerContainer) app.only()).endpoint().bean())
                    .isSameAs(app.bean(WithAsyncNeighbour.class));
        }
    }

    @Test
    void isAMessageMappingForNativeImageHints() {
        assertThat(AskrListener.class).hasAnnotation(MessageMapping.class);
    }

    @Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
    @Retention(RetentionPolicy.RUNTIME)
    @AskrListener(ackMode = AckMode.TRANSACTION, topics = "orders")
    @interface ExactlyOnce {
        @AliasFor(annotation = AskrListener.class, attribute = "subscriber")
        String value();

        @AliasFor(annotation = AskrListener.class)
        String id() default "";
    }

    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @AskrListener(id = "twice", topics = "orders")
    @AskrListener(id = "nowhere", topics = "nowhere")
    @interface Twice {}

    static class Composed {
        final List<String> got = new CopyOnWriteArrayList<>();

        @ExactlyOnce(value = "mine", id = "composed")
        void on(String payload) {
            got.add("composed " + payload);
        }

        @Twice
        void twice(String payload) {
            got.add("twice " + payload);
        }
    }

    @Component("repeated")
    static class Repeated {
        final List<String> got = new CopyOnWriteArrayList<>();

        @AskrListener(topics = "orders", subscriber = "a")
        @AskrListener(topics = "prices", subscriber = "b")
        void on(String payload, @Header(AskrHeaders.LISTENER) String id) {
            got.add(payload + " " + id);
        }
    }

    static class Resolves {
        @AskrListener(
                topics = {"${my.topic}", "#{'${my.list}'.split(',')}"},
                id = "id-${my.subscriber}",
                subscriber = "${my.subscriber}",
                start = "${my.start}",
                batchSize = "#{ ${my.size} }",
                autoStartup = "${my.startup}")
        void on() {}
    }

    static class Proxied {
        final List<String> got = new CopyOnWriteArrayList<>();

        @Transactional
        @AskrListener(topics = "orders", subscriber = "s", ackMode = AckMode.RECORD)
        public void on(String payload) {
            got.add(payload + " " + TransactionSynchronizationManager.isActualTransactionActive());
        }
    }

    @EnableTransactionManagement(proxyTargetClass = false)
    static class InterfaceProxies {
        @Bean
        static BeanFactoryPostProcessor interfaces() {
            return beans -> beans.getBeanDefinition("org.springframework.aop.config.internalAutoProxyCreator")
                    .getPropertyValues()
                    .add("proxyTargetClass", false);
        }
    }

    interface Handles {
        void on(String payload, String channel);
    }

    static class OnInterface implements Handles {
        final List<String> got = new CopyOnWriteArrayList<>();

        @Override
        @Transactional
        @AskrListener(topics = "orders", subscriber = "s", ackMode = AckMode.RECORD)
        public void on(String payload, @Header(AskrHeaders.CHANNEL) String channel) {
            got.add(payload + " " + channel + " " + TransactionSynchronizationManager.isActualTransactionActive());
        }
    }

    interface Annotated {
        @AskrListener(id = "inherited", topics = "orders")
        void on(String payload);
    }

    static class Overrides implements Annotated {
        @Override
        @AskrListener(id = "overridden", topics = "orders")
        public void on(String payload) {}
    }

    static class Inherits implements Annotated {
        @Override
        public void on(String payload) {}
    }

    static class ScopedBeans {
        static final List<String> GOT = new CopyOnWriteArrayList<>();

        @Bean
        @Scope(scopeName = BeanDefinition.SCOPE_SINGLETON, proxyMode = ScopedProxyMode.TARGET_CLASS)
        ScopedListener scoped() {
            return new ScopedListener();
        }
    }

    static class ScopedListener {
        @AskrListener(topics = "orders", subscriber = "s")
        public void on(String payload) {
            ScopedBeans.GOT.add(payload);
        }
    }

    @Lazy
    static class LateBean {
        final List<String> got = new CopyOnWriteArrayList<>();

        @AskrListener(topics = "orders", subscriber = "s")
        void on(String payload) {
            got.add(payload);
        }
    }

    @EnableAsync(proxyTargetClass = true)
    static class AsyncProxies {}

    static class WithAsyncNeighbour {
        @Async
        public void elsewhere() {}

        @AskrListener(topics = "orders", subscriber = "s")
        public void on(String payload) {}
    }
}
