package io.askr.autoconfigure;

import io.askr.jdbc.DataSourcePreparation;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;

/** Prepares the chosen DataSource before anybody takes a connection. */
final class AskrDataSourcePostProcessor implements BeanPostProcessor, Ordered {

    private final AskrDataSourceSelection selection;
    private final ObjectProvider<AskrProperties> properties;

    AskrDataSourcePostProcessor(AskrDataSourceSelection selection, ObjectProvider<AskrProperties> properties) {
        this.selection = selection;
        this.properties = properties;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        return bean instanceof DataSource dataSource && selection.isChosen(beanName) ? prepared(dataSource) : bean;
    }

    private DataSource prepared(DataSource dataSource) {
        AskrProperties.Sqlite sqlite = properties.getObject().sqlite();
        return new DataSourcePreparation(sqlite.lockOnBegin(), sqlite.applyDefaults(), sqlite.slowTransaction())
                .prepare(dataSource);
    }

    /** First, to reach the pool itself rather than what others put in front of it. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
