package io.askr.topic;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The registered targets, found by channel: a commit costs as much as it concerns, not as much as there are. */
final class WakeTargets {

    private final Set<WakeTarget> all = ConcurrentHashMap.newKeySet();
    private final Set<WakeTarget> withPatterns = ConcurrentHashMap.newKeySet();
    private final Map<String, Set<WakeTarget>> byName = new ConcurrentHashMap<>();

    void add(WakeTarget target) {
        all.add(target);
        if (target.filter().patternCount() > 0) {
            withPatterns.add(target);
        } else {
            target.filter().names().forEach(name -> byName.compute(name, (same, named) -> with(named, target)));
        }
    }

    void remove(WakeTarget target) {
        all.remove(target);
        withPatterns.remove(target);
        target.filter().names().forEach(name -> byName.computeIfPresent(name, (same, named) -> without(named, target)));
    }

    void clear() {
        all.clear();
        withPatterns.clear();
        byName.clear();
    }

    int size() {
        return all.size();
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    List<WakeTarget> all() {
        return List.copyOf(all);
    }

    /** Those whom any of the channels concerns. */
    Set<WakeTarget> concernedBy(Set<String> channels) {
        Set<WakeTarget> concerned = new HashSet<>();
        for (String channel : channels) {
            concerned.addAll(byName.getOrDefault(channel, Set.of()));
        }
        for (WakeTarget target : withPatterns) {
            if (channels.stream().anyMatch(target.filter()::matches)) {
                concerned.add(target);
            }
        }
        return concerned;
    }

    /** Those whom any of the channels concerns, each with the highest seq of these. */
    Map<WakeTarget, Long> concernedBy(Map<String, Long> channels) {
        Map<WakeTarget, Long> concerned = new HashMap<>();
        channels.forEach((channel, seq) -> {
            byName.getOrDefault(channel, Set.of()).forEach(target -> concerned.merge(target, seq, Math::max));
            withPatterns.stream()
                    .filter(target -> target.filter().matches(channel))
                    .forEach(target -> concerned.merge(target, seq, Math::max));
        });
        return concerned;
    }

    private static Set<WakeTarget> with(@Nullable Set<WakeTarget> named, WakeTarget target) {
        Set<WakeTarget> grown = named == null ? ConcurrentHashMap.newKeySet() : named;
        grown.add(target);
        return grown;
    }

    private static @Nullable Set<WakeTarget> without(Set<WakeTarget> named, WakeTarget target) {
        named.remove(target);
        return named.isEmpty() ? null : named;
    }
}
