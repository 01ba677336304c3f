package io.askr.jdbc;

import org.springframework.dao.CannotAcquireLockException;

/** The write lock did not come in time, or the wait for it was interrupted. Nothing was written. */
final class WriteLockTimeoutException extends CannotAcquireLockException {

    private static final long serialVersionUID = 1L;

    WriteLockTimeoutException(String message) {
        super(message);
    }
}
