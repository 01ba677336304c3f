package io.askr.wake;

import io.askr.jdbc.ConnectionOpener;
import java.sql.SQLException;
import java.util.OptionalLong;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Looks whether anybody has committed since the last look. The first one on a connection says yes, as nobody knows what
 * happened before.
 */
final class CommitLook {

    private static final Log log = LogFactory.getLog(CommitLook.class);

    private final ConnectionOpener opener;
    private @Nullable DataVersion version;
    private OptionalLong baseline = OptionalLong.empty();

    CommitLook(ConnectionOpener opener) {
        this.opener = opener;
    }

    boolean moved() throws SQLException {
        DataVersion current = version;
        if (current == null) {
            current = DataVersion.open(opener);
            version = current;
        }
        OptionalLong seen = current.look();
        if (seen.isEmpty() || seen.equals(baseline)) {
            return false;
        }
        baseline = seen;
        return true;
    }

    /** Closes the connection; the next look opens another. */
    void disconnect(@Nullable Throwable cause) {
        DataVersion old = version;
        version = null;
        baseline = OptionalLong.empty();
        if (old == null) {
            return;
        }
        try {
            old.close();
        } catch (SQLException alsoFailed) {
            if (cause == null) {
                log.warn("The watcher's connection can't be closed", alsoFailed);
            } else {
                cause.addSuppressed(alsoFailed);
            }
        }
    }
}
