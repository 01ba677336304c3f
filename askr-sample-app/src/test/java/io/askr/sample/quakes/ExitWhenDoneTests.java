package io.askr.sample.quakes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class ExitWhenDoneTests {

    @TempDir
    Path folder;

    Process process;

    @AfterEach
    void end() {
        process.destroyForcibly();
    }

    @Test
    void printsTheCountsAndEndsWithZero() throws Exception {
        String output = runToTheEnd();

        assertThat(output)
                .containsPattern("quakes +1707")
                .containsPattern("ci +386")
                .containsPattern("se +1\\b")
                .containsPattern("magnitude 4.5 and more +85")
                .containsPattern("greatest magnitude +6\\.4");
    }

    @Test
    void countsNothingTwiceAfterBeingKilledInTheMiddle() throws Exception {
        process = QuakeWatchProcess.start(folder, folder.resolve("killed.log"), "--quakes.replay-rate=300");
        JdbcClient jdbc = JdbcClient.create(new DriverManagerDataSource("jdbc:sqlite:" + folder.resolve("quakes.db")));
        await().atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() ->
                        jdbc.sql("select count(*) from quake").query(Long.class).single() > 200);
        process.destroyForcibly().waitFor();
        assertThat(jdbc.sql("select count(*) from quake").query(Long.class).single())
                .isLessThan(Figures.QUAKES);

        assertThat(runToTheEnd()).containsPattern("quakes +1707").containsPattern("ci +386");
        assertThat(jdbc.sql("select sum(count) from region_stats")
                        .query(Long.class)
                        .single())
                .isEqualTo(Figures.QUAKES);
    }

    @Test
    void endsWithOneWhereTheFeedCannotBeRead() throws Exception {
        Path output = folder.resolve("output.log");
        process = QuakeWatchProcess.start(
                folder, output, "--quakes.exit-when-done=true", "--quakes.feed=file:nowhere.geojson");

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isOne();
        assertThat(Files.readString(output)).contains("nowhere.geojson");
    }

    private String runToTheEnd() throws Exception {
        Path output = folder.resolve("output.log");
        process = QuakeWatchProcess.start(folder, output, "--quakes.replay-rate=0", "--quakes.exit-when-done=true");
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
        return Files.readString(output);
    }
}
