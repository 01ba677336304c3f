package io.askr.bench;

import io.askr.listener.AskrListener;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;

/** A hundred listeners with a cursor each, on a hundred channels. */
@Import(ManyListeners.Registrar.class)
public class ManyListeners {

    private static final int COUNT = 100;
    private static final AtomicInteger NEXT = new AtomicInteger();

    /** The next number; called by the annotation's expressions. */
    public static int next() {
        return NEXT.incrementAndGet();
    }

    static class Registrar implements ImportBeanDefinitionRegistrar {

        @Override
        public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
            for (int number = 0; number < COUNT; number++) {
                registry.registerBeanDefinition("listener" + number, new RootBeanDefinition(Listener.class));
            }
        }
    }

    static class Listener {

        @AskrListener(
                topics = "#{'channel.' + T(io.askr.bench.ManyListeners).next()}",
                subscriber = "#{'subscriber.' + T(io.askr.bench.ManyListeners).next()}")
        void on(byte[] payload) {}
    }
}
