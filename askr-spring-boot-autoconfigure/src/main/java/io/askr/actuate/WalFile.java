package io.askr.actuate;

import io.askr.jdbc.DatabaseInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The write-ahead log, by its directory entry alone: opening the file would drop SQLite's locks on the database. */
final class WalFile {

    private WalFile() {}

    /** Its size in bytes, 0 where there is none now; empty for a database in memory. */
    static OptionalLong size(DatabaseInfo info) {
        return info.file().map(file -> OptionalLong.of(size(file))).orElseGet(OptionalLong::empty);
    }

    private static long size(Path database) {
        Path wal = Path.of(database + "-wal");
        try {
            return Files.size(wal);
        } catch (NoSuchFileException none) {
            return 0;
        } catch (IOException ex) {
            throw new UncheckedIOException("the size of " + wal + " can't be read", ex);
        }
    }
}
