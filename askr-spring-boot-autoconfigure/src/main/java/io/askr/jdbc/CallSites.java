package io.askr.jdbc;

import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.security.CodeSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Places in the application's code, each remembered once, so that a warning is given once for each place. */
final class CallSites {

    private static final int MOST = 1_000;

    private static final List<String> NOT_THE_APP = List.of(
            "java.",
            "javax.",
            "jdk.",
            "sun.",
            "org.springframework.",
            "com.zaxxer.",
            "org.hibernate.",
            "io.micrometer.");

    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    /** The application's nearest frame, the first time it is met. */
    Optional<String> first() {
        String place = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.filter(frame -> isTheApp(frame.getDeclaringClass()))
                        .findFirst()
                        .map(StackFrame::toStackTraceElement)
                        .map(StackTraceElement::toString)
                        .orElse("an unknown place"));
        return seen.size() < MOST && seen.add(place) ? Optional.of(place) : Optional.empty();
    }

    private static boolean isTheApp(Class<?> type) {
        String name = type.getName();
        return !name.contains("$$") && NOT_THE_APP.stream().noneMatch(name::startsWith) && !isOurs(type);
    }

    private static boolean isOurs(Class<?> type) {
        return source(type) != null && Objects.equals(source(type), source(CallSites.class));
    }

    private static @Nullable CodeSource source(Class<?> type) {
        return type.getProtectionDomain().getCodeSource();
    }
}
