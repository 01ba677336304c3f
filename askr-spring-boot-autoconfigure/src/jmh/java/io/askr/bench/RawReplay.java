package io.askr.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Plain JDBC reads the same million rows by a kept statement, page after page. */
@State(Scope.Benchmark)
public class RawReplay {

    /** Rows a page. */
    @Param("100")
    public int page;

    private Connection connection;
    private PreparedStatement select;

    /**
     * Opens the connection.
     *
     * @throws IOException if there is no folder for it
     * @throws SQLException if it can't be opened
     */
    @Setup
    public void open() throws IOException, SQLException {
        connection = PlainDatabase.open(BenchApp.url(ReplayLog.folder()));
        select = connection.prepareStatement(
                "select seq, channel, payload, created_at, headers from askr_events where seq > ? order by seq limit ?");
    }

    /**
     * Reads all rows.
     *
     * @return bytes seen
     * @throws SQLException if it fails
     */
    @Benchmark
    public long replay() throws SQLException {
        long bytes = 0;
        long after = 0;
        int rows = 0;
        int before = -1;
        while (rows != before) {
            before = rows;
            select.setLong(1, after);
            select.setInt(2, page);
            try (ResultSet result = select.executeQuery()) {
                while (result.next()) {
                    after = result.getLong(1);
                    bytes += result.getString(2).length() + result.getBytes(3).length + (result.getLong(4) & 1);
                    bytes += result.getString(5) == null ? 0 : 1;
                    rows++;
                }
            }
        }
        if (rows != ReplayLog.EVENTS) {
            throw new IllegalStateException(rows + " rows");
        }
        return bytes;
    }

    /**
     * Closes it.
     *
     * @throws SQLException if it can't be closed
     */
    @TearDown
    public void close() throws SQLException {
        select.close();
        connection.close();
    }
}
