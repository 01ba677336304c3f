package io.askr.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A log of a million events of 100 bytes on ten channels, made once in a run. */
final class ReplayLog {

    static final int EVENTS = Integer.getInteger("bench.replay.events", 1_000_000);
    private static final int CHANNELS = 10;

    private ReplayLog() {}

    /** The folder with the database. */
    static Path folder() throws IOException, SQLException {
        Path folder = Folders.run().resolve("replay");
        if (!Files.exists(folder.resolve("complete"))) {
            Files.createDirectories(folder);
            PlainDatabase.create(folder);
            fill(folder);
            Files.createFile(folder.resolve("complete"));
        }
        return folder;
    }

    private static void fill(Path folder) throws SQLException {
        try (Connection connection = PlainDatabase.open(BenchApp.url(folder));
                PreparedStatement insert = connection.prepareStatement(
                        "insert into askr_events (channel, payload, created_at) values (?, ?, ?)")) {
            connection.setAutoCommit(false);
            for (int event = 0; event < EVENTS; event++) {
                insert.setString(1, "replay." + event % CHANNELS);
                insert.setBytes(2, AskrPublish.PAYLOAD);
                insert.setLong(3, 1_800_000_000L + event / 1000);
                insert.addBatch();
                if (event % 1000 == 999) {
                    insert.executeBatch();
                    connection.commit();
                }
            }
            connection.commit();
            connection.setAutoCommit(true);
            PlainDatabase.execute(connection, "pragma wal_checkpoint(truncate)");
        }
    }
}
