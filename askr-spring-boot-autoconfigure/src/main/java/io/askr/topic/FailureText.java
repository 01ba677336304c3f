package io.askr.topic;

import java.io.PrintWriter;
import java.io.StringWriter;

/** A failure as the text that is stored beside what failed: its stack trace, cut to a bounded length. */
final class FailureText {

    static final int MAX_LENGTH = 8000;

    private FailureText() {}

    static String of(Throwable failure) {
        StringWriter text = new StringWriter();
        try {
            failure.printStackTrace(new PrintWriter(text));
        } catch (RuntimeException unprintable) {
            text.append(failure.getClass().getName())
                    .append(", whose text can't be had: ")
                    .append(unprintable.getClass().getName());
        }
        return text.getBuffer().length() <= MAX_LENGTH
                ? text.toString()
                : text.getBuffer().substring(0, MAX_LENGTH);
    }
}
