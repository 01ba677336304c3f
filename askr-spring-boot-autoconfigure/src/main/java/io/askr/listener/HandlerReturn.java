package io.askr.listener;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/** Finds out that a handler is not done when it returns: its events would be settled before. */
final class HandlerReturn {

    private static final Set<String> UNFINISHED = Set.of(
            "java.util.concurrent.Future",
            "java.util.concurrent.CompletionStage",
            "java.util.concurrent.Flow$Publisher",
            "org.reactivestreams.Publisher",
            "kotlinx.coroutines.Job",
            "kotlinx.coroutines.flow.Flow");

    private HandlerReturn() {}

    /** What makes it unfinished, as an error says it. */
    static Optional<String> unfinished(Method method, Class<?> target) {
        if (Arrays.stream(method.getParameterTypes())
                .anyMatch(type -> type.getName().equals("kotlin.coroutines.Continuation"))) {
            return Optional.of("it is a suspend function");
        }
        if (hierarchy(method.getReturnType()).anyMatch(type -> UNFINISHED.contains(type.getName()))) {
            return Optional.of("it returns a " + method.getReturnType().getSimpleName());
        }
        return isAsync(method) || isAsync(target) ? Optional.of("it is @Async") : Optional.empty();
    }

    private static boolean isAsync(AnnotatedElement element) {
        return MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY)
                .isPresent("org.springframework.scheduling.annotation.Async");
    }

    private static Stream<Class<?>> hierarchy(@Nullable Class<?> type) {
        if (type == null) {
            return Stream.empty();
        }
        return Stream.concat(
                Stream.of(type),
                Stream.concat(
                        hierarchy(type.getSuperclass()),
                        Arrays.stream(type.getInterfaces()).flatMap(HandlerReturn::hierarchy)));
    }
}
