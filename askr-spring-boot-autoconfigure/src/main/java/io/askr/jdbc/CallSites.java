package io.askr.jdbc;

import java.lang.StackWalker.StackFrame;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

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

    private static final List<String> OURS =
            List.of("jdbc", "payload", "wake", "topic", "listener", "metrics", "actuate", "autoconfigure");

    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    /** The application's nearest frame, the first time it is met. */
    Optional<String> first() {
        String place = StackWalker.getInstance().walk(frames -> frames.filter(CallSites::isTheApp)
                .findFirst()
                .map(StackFrame::toStackTraceElement)
                .map(StackTraceElement::toString)
                .orElse("an unknown place"));
        return seen.size() < MOST && seen.add(place) ? Optional.of(place) : Optional.empty();
    }

    private static boolean isTheApp(StackFrame frame) {
        String name = frame.getClassName();
        return !name.contains("$$")
                && NOT_THE_APP.stream().noneMatch(name::startsWith)
                && OURS.stream().noneMatch(floor -> isOurs(name, floor));
    }

    private static boolean isOurs(String name, String floor) {
        return name.startsWith("io.askr." + floor + ".") && !name.endsWith("Test") && !name.contains("Test$");
    }
}
