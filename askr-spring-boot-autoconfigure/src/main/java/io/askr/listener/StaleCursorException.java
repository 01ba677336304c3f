package io.askr.listener;

/** The stored cursor is not where this process left it: what was read is dropped, and reading begins anew from there. */
final class StaleCursorException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StaleCursorException(String subscriber) {
        super("the cursor of \"" + subscriber + "\" was moved by somebody else", null, false, false);
    }
}
