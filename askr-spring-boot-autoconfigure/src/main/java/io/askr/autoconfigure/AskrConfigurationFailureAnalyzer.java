package io.askr.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows problem and remedy instead of a stack trace. */
final class AskrConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<AskrConfigurationException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, AskrConfigurationException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.remedy(), cause);
    }
}
