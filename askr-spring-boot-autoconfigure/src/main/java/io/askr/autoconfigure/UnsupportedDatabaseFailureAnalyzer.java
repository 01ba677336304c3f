package io.askr.autoconfigure;

import io.askr.jdbc.UnsupportedDatabaseException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows which database was found, and how to give Askr another. */
final class UnsupportedDatabaseFailureAnalyzer extends AbstractFailureAnalyzer<UnsupportedDatabaseException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnsupportedDatabaseException cause) {
        return new FailureAnalysis(
                cause.getMessage() + ".",
                "Set 'spring.datasource.url' to a SQLite file, for example 'jdbc:sqlite:app.db', or define a second DataSource"
                        + " for it and mark that with @AskrDataSource, or set 'askr.enabled=false' to start without Askr.",
                cause);
    }
}
