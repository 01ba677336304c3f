package io.askr.topic;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.List;

/** Another program, in a JVM of its own, with one connection to the file: it inserts events when it is told to. */
final class OtherProcess implements AutoCloseable {

    private static final String ROLL_BACK = "rollback:";

    private final Process process;
    private final BufferedReader answers;
    private final PrintWriter orders;

    private OtherProcess(Process process) {
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.orders = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    }

    static OtherProcess on(Path file) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                OtherProcess.class.getName(),
                file.toString());
        OtherProcess other = new OtherProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .directory(new File(System.getProperty("java.io.tmpdir")))
                .start());
        other.awaitAnswer();
        return other;
    }

    /** Inserts an event in a transaction of its own, and returns when it is committed. */
    void publish(String channel) {
        orders.println(channel);
        awaitAnswer();
    }

    /** Inserts an event and rolls it back. */
    void rollBack(String channel) {
        publish(ROLL_BACK + channel);
    }

    private void awaitAnswer() {
        try {
            String answer = answers.readLine();
            if (!"done".equals(answer)) {
                throw new IllegalStateException("the other process answered: " + answer);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    public static void main(String[] args) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + args[0] + "?busy_timeout=30000");
                PreparedStatement insert =
                        connection.prepareStatement("insert into askr_events (channel, payload) values (?, 'theirs')");
                BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            connection.setAutoCommit(false);
            answer();
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                boolean rollBack = order.startsWith(ROLL_BACK);
                insert.setString(1, rollBack ? order.substring(ROLL_BACK.length()) : order);
                insert.executeUpdate();
                if (rollBack) {
                    connection.rollback();
                } else {
                    connection.commit();
                }
                answer();
            }
        }
    }

    private static void answer() {
        System.out.println("done");
    }
}
