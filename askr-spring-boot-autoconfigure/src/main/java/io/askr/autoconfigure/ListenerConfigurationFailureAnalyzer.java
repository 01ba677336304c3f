package io.askr.autoconfigure;

import io.askr.listener.ListenerConfigurationException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows which listener can't work as it is declared, and what to write instead. */
final class ListenerConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<ListenerConfigurationException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, ListenerConfigurationException cause) {
        return new FailureAnalysis(cause.problem(), cause.remedy(), cause);
    }
}
