package io.askr.autoconfigure;

import java.util.Objects;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches where a DataSource is marked with {@link AskrDataSource} and no transaction manager belongs to it. */
final class OnAskrDataSourceAlone extends SpringBootCondition implements ConfigurationCondition {

    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConfigurableListableBeanFactory beans = Objects.requireNonNull(context.getBeanFactory());
        AskrDataSourceSelection dataSources = new AskrDataSourceSelection(beans);
        AskrTransactionManagerSelection managers = new AskrTransactionManagerSelection(beans);
        ConditionMessage.Builder message =
                ConditionMessage.forCondition("@AskrDataSource without a transaction manager");
        String mark = dataSources.mark().orElse(null);
        if (mark == null) {
            return ConditionOutcome.noMatch(message.because("no DataSource is marked"));
        }
        if (!managers.marked().isEmpty()) {
            return ConditionOutcome.noMatch(message.because("a transaction manager is marked"));
        }
        boolean managedByDefault =
                dataSources.defaultCandidate().filter(mark::equals).isPresent()
                        && !managers.all().isEmpty();
        return managedByDefault
                ? ConditionOutcome.noMatch(message.because("the marked DataSource is the default one and is managed"))
                : ConditionOutcome.match(message.because("'" + mark + "' is marked"));
    }
}
