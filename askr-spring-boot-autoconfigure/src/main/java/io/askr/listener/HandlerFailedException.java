package io.askr.listener;

/** The handler threw, or did what makes its transaction fail: its attempt counts. Everything else is not its fault. */
final class HandlerFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Throwable failure;

    HandlerFailedException(Throwable failure) {
        super(failure.toString(), failure, true, false);
        this.failure = failure;
    }

    Throwable failure() {
        return failure;
    }
}
