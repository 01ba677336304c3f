package io.askr.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The share of one core that processes take while nothing happens, from {@code /proc}. All are measured during the same
 * seconds, each on a file of its own; each is then asked for.
 */
final class IdleCost {

    private static final int SETTLE_SECONDS = 5;
    private static final double TICKS_A_SECOND = 100;

    private final Map<Child.Role, Double> percents = new EnumMap<>(Child.Role.class);

    /** A measurement of one of them. */
    Variant.Measurement of(Child.Role role) {
        return (settings, round) -> {
            if (!percents.containsKey(role)) {
                measure(settings, round.log());
            }
            return Map.of("percent", percents.remove(role));
        };
    }

    private void measure(Settings settings, String log) throws Exception {
        Path folder = Folders.fresh(settings.folder());
        Map<Child.Role, ChildProcess> children = new EnumMap<>(Child.Role.class);
        try {
            for (Child.Role role :
                    new Child.Role[] {Child.Role.IDLE_APP, Child.Role.IDLE_WITHOUT, Child.Role.IDLE_POLLER}) {
                Path own = Files.createDirectory(folder.resolve(role.name()));
                PlainDatabase.create(own);
                children.put(role, ChildProcess.java(settings, log, role, BenchApp.url(own), "0"));
            }
            TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
            Map<Child.Role, Long> before = ticks(children);
            long start = System.nanoTime();
            TimeUnit.SECONDS.sleep(settings.idleSeconds());
            double lasted = (System.nanoTime() - start) / 1e9;
            ticks(children)
                    .forEach((role, ticks) ->
                            percents.put(role, (ticks - before.get(role)) / TICKS_A_SECOND / lasted * 100));
        } finally {
            for (ChildProcess child : children.values()) {
                child.close();
            }
            Folders.delete(folder);
        }
    }

    private static Map<Child.Role, Long> ticks(Map<Child.Role, ChildProcess> children) throws IOException {
        Map<Child.Role, Long> ticks = new HashMap<>();
        for (Map.Entry<Child.Role, ChildProcess> child : children.entrySet()) {
            ticks.put(child.getKey(), ticks(child.getValue().pid()));
        }
        return ticks;
    }

    /** User and system time: the 14th and 15th field; the second one, in brackets, may hold blanks. */
    private static long ticks(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    }
}
