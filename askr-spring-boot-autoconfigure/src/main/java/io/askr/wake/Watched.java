package io.askr.wake;

import io.askr.jdbc.AskrDatabase;
import io.askr.jdbc.ConnectionOpener;
import java.nio.file.Path;

/**
 * What a watcher watches.
 *
 * @param file the database's file
 * @param opener opens a connection to it
 * @param replaced is called when another file has come under its name, before anybody is woken
 * @param events opens the events of its directory
 */
record Watched(Path file, ConnectionOpener opener, Runnable replaced, DirectoryEvents.Opener events) {

    Watched(Path file, ConnectionOpener opener, Runnable replaced) {
        this(file, opener, replaced, DirectoryEvents::open);
    }

    static Watched of(AskrDatabase database, Path file) {
        return new Watched(file, database.connections(), database::reopen);
    }
}
