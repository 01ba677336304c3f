package io.askr.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/** Looks for a JDK of some version or later: the one that runs, those of the environment, those of the usual folders. */
final class LaterJdk {

    private LaterJdk() {}

    static Optional<Path> find(int version) {
        return candidates().stream()
                .filter(home -> Files.isExecutable(home.resolve("bin").resolve("java")))
                .filter(home -> version(home) >= version)
                .findFirst();
    }

    private static List<Path> candidates() {
        List<Path> candidates = new ArrayList<>();
        candidates.add(Path.of(System.getProperty("java.home")));
        System.getenv().forEach((name, value) -> {
            if (name.matches("(JAVA|JDK)_?\\d*(_HOME)?(_\\d+)?(_X64)?") && !value.isBlank()) {
                candidates.add(Path.of(value));
            }
        });
        addChildren(candidates, Path.of("/usr/lib/jvm"), "");
        addChildren(candidates, Path.of("/opt/java"), "");
        addChildren(candidates, Path.of("/Library/Java/JavaVirtualMachines"), "Contents/Home");
        addChildren(candidates, Path.of(System.getProperty("user.home"), ".sdkman", "candidates", "java"), "");
        addChildren(candidates, Path.of(System.getProperty("user.home"), ".jdks"), "");
        return candidates;
    }

    private static void addChildren(List<Path> candidates, Path folder, String inside) {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> children = Files.list(folder)) {
                children.sorted().map(child -> child.resolve(inside)).forEach(candidates::add);
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }

    private static int version(Path home) {
        Path release = home.resolve("release");
        if (!Files.isReadable(release)) {
            return 0;
        }
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(release)) {
            properties.load(reader);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        String version =
                properties.getProperty("JAVA_VERSION", "0").replace("\"", "").replaceFirst("^1\\.", "");
        return Integer.parseInt(version.replaceFirst("\\D.*", ""));
    }
}
