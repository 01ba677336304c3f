package io.askr.wake;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Which file stands under the database's name, by its directory entry alone. An open connection stays on the file that it
 * has opened, and after a replacement is silent about the new one for ever.
 */
final class FileIdentity {

    private static final Log log = LogFactory.getLog(FileIdentity.class);

    private final Path file;
    private @Nullable Object known;
    private boolean missing;

    FileIdentity(Path file) {
        this.file = file;
    }

    /**
     * The file's key where it is not the known one; the first key is known at once. While there is no file the known one
     * stays: opening a connection then would make a new, empty database.
     */
    Optional<Object> changed() {
        Object key = key();
        if (key == null || key.equals(known)) {
            return Optional.empty();
        }
        if (known == null) {
            known = key;
            return Optional.empty();
        }
        return Optional.of(key);
    }

    /** Connections stand on this file from now on. */
    void know(Object key) {
        known = key;
    }

    private @Nullable Object key() {
        try {
            Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            missing = false;
            return key;
        } catch (IOException absent) {
            if (!missing) {
                missing = true;
                log.warn("The database " + file + " can't be found under its name (" + absent
                        + "); its connections stay on the file that they have opened, which nobody else can open");
            }
            return null;
        }
    }
}
