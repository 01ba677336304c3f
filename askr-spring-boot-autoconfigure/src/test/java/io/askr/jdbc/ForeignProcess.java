package io.askr.jdbc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Another process on the same file, which knows nothing of ours: it takes SQLite's write lock, writes, and lets go. */
final class ForeignProcess implements AutoCloseable {

    private final Process process;
    private final Writer commands;
    private final BufferedReader answers;

    private ForeignProcess(Process process) {
        this.process = process;
        this.commands = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    static ForeignProcess on(Path file) {
        return new ForeignProcess(
                fork(Path.of(System.getProperty("java.home")), Main.class, List.of(), file.toString()));
    }

    /** Starts a JVM with this class path: small, and quick to start. Its errors go where ours go. */
    static Process fork(Path javaHome, Class<?> main, List<String> options, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve("bin").resolve("java").toString());
        command.addAll(List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-XX:+UseSerialGC"));
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        try {
            return new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Takes the write lock and keeps it until {@link #release}. */
    void lock() {
        ask("lock");
    }

    /** Commits what the lock was held for: nothing. */
    void release() {
        ask("release");
    }

    /** Inserts a row and commits, waiting at most the given time for the lock. */
    void write(long id) {
        ask("write " + id);
    }

    private void ask(String command) {
        try {
            commands.write(command + "\n");
            commands.flush();
            String answer = answers.readLine();
            if (!"done".equals(answer)) {
                throw new IllegalStateException(command + ": " + answer);
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public void close() {
        try {
            commands.close();
            if (process.onExit().get(20, TimeUnit.SECONDS).exitValue() != 0) {
                throw new IllegalStateException("the other process ended with " + process.exitValue());
            }
        } catch (IOException | ExecutionException | TimeoutException ex) {
            throw new IllegalStateException("the other process did not end", ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }

    /** The process itself. */
    static final class Main {

        private Main() {}

        public static void main(String[] args) throws Exception {
            BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            PrintStream answers = System.out;
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + args[0] + "?busy_timeout=30000");
                    Statement statement = connection.createStatement()) {
                for (String command = commands.readLine(); command != null; command = commands.readLine()) {
                    answers.println(run(statement, command));
                    answers.flush();
                }
            }
        }

        private static String run(Statement statement, String command) {
            try {
                if (command.equals("lock")) {
                    statement.execute("begin immediate");
                } else if (command.equals("release")) {
                    statement.execute("commit");
                } else {
                    statement.execute("insert into entry (id, account) values ("
                            + Long.parseLong(command.substring("write ".length())) + ", 9)");
                }
                return "done";
            } catch (Exception ex) {
                return String.valueOf(ex);
            }
        }
    }
}
