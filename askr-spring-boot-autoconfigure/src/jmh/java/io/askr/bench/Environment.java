package io.askr.bench;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.springframework.boot.SpringBootVersion;
import org.springframework.core.SpringVersion;

/** Where and with what the figures were measured. */
final class Environment {

    private Environment() {}

    static Map<String, String> read(Settings settings) throws IOException, SQLException {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", LocalDate.now().toString());
        facts.put("processor", Runtime.getRuntime().availableProcessors() + " cores, " + processor());
        facts.put("memory", memory());
        facts.put("disk", disk(settings.folder()));
        facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("load before", load());
        facts.put("Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        facts.put("Spring", "Boot " + SpringBootVersion.getVersion() + ", Framework " + SpringVersion.getVersion());
        facts.put("HikariCP", hikari());
        try (Connection connection = PlainDatabase.open(BenchApp.url(settings.folder()))) {
            facts.put(
                    "SQLite",
                    connection.getMetaData().getDatabaseProductVersion() + ", driver "
                            + connection.getMetaData().getDriverVersion());
        }
        facts.put(
                "settings",
                "journal_mode WAL, busy_timeout 5 s, auto-checkpoint at 1,000 pages; synchronous as stated");
        facts.put(
                "measurement",
                settings.rounds() + " rounds, by turns, each side in a JVM of its own; " + settings.seconds()
                        + " s each, after a warm-up");
        return facts;
    }

    private static String processor() throws IOException {
        Path info = Path.of("/proc/cpuinfo");
        return Files.exists(info) ? value(info, "model name") : System.getProperty("os.arch");
    }

    private static String memory() throws IOException {
        Path info = Path.of("/proc/meminfo");
        return Files.exists(info) ? value(info, "MemTotal") : "unknown";
    }

    private static String load() throws IOException {
        Path load = Path.of("/proc/loadavg");
        return Files.exists(load) ? Files.readString(load).split(" ")[0] : "unknown";
    }

    private static String hikari() throws IOException {
        Properties artifact = new Properties();
        try (InputStream source =
                HikariDataSource.class.getResourceAsStream("/META-INF/maven/com.zaxxer/HikariCP/pom.properties")) {
            artifact.load(Objects.requireNonNull(source));
        }
        return artifact.getProperty("version");
    }

    private static String disk(Path folder) throws IOException {
        return Files.getFileStore(folder).type();
    }

    private static String value(Path file, String name) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("unknown");
    }
}
