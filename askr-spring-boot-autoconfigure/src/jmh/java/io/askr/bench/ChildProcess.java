package io.askr.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another process, talked to by lines. */
final class ChildProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;
    private final PrintWriter input;

    private ChildProcess(Process process) {
        this.process = process;
        this.output = process.inputReader();
        this.input = new PrintWriter(process.outputWriter(), true);
    }

    /** A JVM that runs {@link Child}; returns when that is ready. */
    static ChildProcess java(Settings settings, String log, Child.Role role, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms256m",
                "-Xmx256m",
                "--enable-native-access=ALL-UNNAMED",
                "-Dorg.sqlite.tmpdir=" + settings.nativeFolder(),
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                role.name()));
        command.addAll(List.of(args));
        ChildProcess child = start(settings, log, command);
        child.await(Child.READY);
        return child;
    }

    static ChildProcess start(Settings settings, String log, List<String> command) throws IOException {
        Path logs = Files.createDirectories(settings.folder().resolve("logs"));
        return new ChildProcess(new ProcessBuilder(command)
                .redirectError(
                        ProcessBuilder.Redirect.appendTo(logs.resolve(log).toFile()))
                .start());
    }

    long pid() {
        return process.pid();
    }

    void say(String line) {
        input.println(line);
    }

    String line() throws IOException {
        String line = output.readLine();
        if (line == null) {
            throw new IllegalStateException("the process ended: " + process.info() + "; see its log");
        }
        return line;
    }

    private void await(String expected) throws IOException {
        String line = line();
        while (!line.equals(expected)) {
            line = line();
        }
    }

    @Override
    public void close() {
        input.close();
        process.destroy();
        process.onExit().join();
    }
}
