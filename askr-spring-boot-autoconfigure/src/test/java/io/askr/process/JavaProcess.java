package io.askr.process;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A second JVM on this test's class path. */
final class JavaProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;

    private JavaProcess(Process process) {
        this.process = process;
        this.output = process.inputReader();
    }

    static JavaProcess start(Class<?> main, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Dspring.main.banner-mode=off",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(args));
        return new JavaProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .directory(new File(System.getProperty("java.io.tmpdir")))
                .start());
    }

    /** Reads on until the process prints this line. */
    void awaitLine(String expected) throws IOException {
        List<String> seen = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.equals(expected)) {
                return;
            }
            seen.add(line);
        }
        throw new IllegalStateException("the process ended without printing \"" + expected + "\": " + seen);
    }

    /** As {@code kill -9} does. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    Process process() {
        return process;
    }

    @Override
    public void close() {
        kill();
    }
}
