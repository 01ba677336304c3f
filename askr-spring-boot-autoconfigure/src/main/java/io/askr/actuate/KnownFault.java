package io.askr.actuate;

import io.askr.jdbc.DatabaseInfo;
import java.util.Optional;

/**
 * What a start has to warn of.
 *
 * @since 0.1.0
 */
public final class KnownFault {

    private KnownFault() {}

    /**
     * The fault of the database's version in its journal mode, with the remedy.
     *
     * @param info the database
     * @return the warning, empty where all is well
     */
    public static Optional<String> of(DatabaseInfo info) {
        return info.canLoseCommits()
                ? Optional.of(
                        "SQLite " + info.version() + " in WAL mode can lose committed data when two connections write"
                                + " or checkpoint at the same moment. Use sqlite-jdbc 3.53.4.0 or later: with Spring Boot's parent"
                                + " set the property <sqlite-jdbc.version>3.53.4.0</sqlite-jdbc.version>, otherwise manage that"
                                + " version of org.xerial:sqlite-jdbc")
                : Optional.empty();
    }
}
