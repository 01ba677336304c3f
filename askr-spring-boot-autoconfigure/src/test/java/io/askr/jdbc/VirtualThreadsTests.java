package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.StringUtils;

/** On a second JDK, where one is found: the build's own has no virtual threads. */
class VirtualThreadsTests {

    @TempDir
    private Path folder;

    /** With two carriers, two threads that wait inside the driver would stop all others. */
    @Test
    @Timeout(150)
    void manyWriteAtOnceAndNoneStopsTheOthers() throws Exception {
        Optional<Path> jdk = LaterJdk.find(21);
        assumeTrue(jdk.isPresent(), "no JDK 21 or later found: set JAVA21_HOME");
        Path file = folder.resolve("app.db");
        try (TestDatabase db = TestDatabase.at(file).poolSize(1).open();
                ForeignProcess foreign = ForeignProcess.on(file)) {
            Process process = ForeignProcess.fork(
                    jdk.get(),
                    VirtualThreadsMain.class,
                    List.of("-Djdk.virtualThreadScheduler.parallelism=2", "-Djdk.virtualThreadScheduler.maxPoolSize=2"),
                    file.toString());
            try (BufferedReader answers = process.inputReader()) {
                assertThat(answers.readLine()).isEqualTo("started");
                foreign.lock();
                assertThat(answers.readLine()).isEqualTo("held up for a while");
                foreign.release();
                Map<String, Long> figures = figures(answers.readLine());
                System.out.println(figures);
                assertThat(figures.get("failures")).isZero();
                assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
                long rows = figures.get("rows");
                assertThat(rows).isEqualTo(VirtualThreadsMain.THREADS * VirtualThreadsMain.TURNS * 2L);
                assertThat(db.ids()).hasSize((int) rows).doesNotHaveDuplicates();
                assertThat(db.plainly("select balance from account where id = 0", Long.class))
                        .containsExactly(VirtualThreadsMain.THREADS * (long) VirtualThreadsMain.TURNS);
                assertThat(figures.get("longestPause"))
                        .as("ms without a step of a virtual thread that does nothing")
                        .isLessThan(Duration.ofMillis(VirtualThreadsMain.FOREIGN_HOLD - 500)
                                .toMillis());
            } finally {
                process.destroyForcibly();
            }
        }
    }

    private static Map<String, Long> figures(String line) {
        assertThat(line).as("the process said what it did").isNotNull();
        Map<String, Long> figures = new LinkedHashMap<>();
        for (String figure : StringUtils.tokenizeToStringArray(line, " ")) {
            figures.put(figure.replaceFirst("=.*", ""), Long.valueOf(figure.replaceFirst(".*=", "")));
        }
        return figures;
    }
}
