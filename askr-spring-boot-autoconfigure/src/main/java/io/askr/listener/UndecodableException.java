package io.askr.listener;

/** An event's arguments can't be made: its payload can't be read, is not valid, or lacks a header. Trying again is of no use. */
final class UndecodableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Throwable reason;

    UndecodableException(Throwable reason) {
        super(reason.toString(), reason, false, false);
        this.reason = reason;
    }

    Throwable reason() {
        return reason;
    }
}
