package io.askr.autoconfigure;

/** A start that failed for a reason that the user can mend. */
final class AskrConfigurationException extends IllegalStateException {

    private final String remedy;

    AskrConfigurationException(String problem, String remedy) {
        super(problem);
        this.remedy = remedy;
    }

    String remedy() {
        return remedy;
    }
}
