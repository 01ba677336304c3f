package io.askr.autoconfigure;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.TransactionManager;
import org.springframework.util.ClassUtils;

/** The DataSource whose connections a transaction manager binds. */
final class ManagedDataSource {

    private static final boolean JPA = ClassUtils.isPresent(
            "org.springframework.orm.jpa.JpaTransactionManager", ManagedDataSource.class.getClassLoader());

    private ManagedDataSource() {}

    static @Nullable DataSource of(TransactionManager manager) {
        if (manager instanceof DataSourceTransactionManager jdbc) {
            return jdbc.getDataSource();
        }
        return JPA ? Jpa.dataSource(manager) : null;
    }

    private static final class Jpa {

        static @Nullable DataSource dataSource(TransactionManager manager) {
            return manager instanceof JpaTransactionManager jpa ? jpa.getDataSource() : null;
        }
    }
}
