package io.askr.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import jakarta.persistence.EntityManagerFactory;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;

/** A SQLite file in a temporary folder with the pool, the managers and the way to the database that an application has. */
final class TestDatabase implements AutoCloseable {

    static final Sql INSERT = Sql.of("insert into entry (id, account) values (:id, :account)");

    final Path file;
    final HikariDataSource pool;
    final DataSource dataSource;
    final AskrDatabase database;
    final JdbcTransactionManager jdbcTransactions;
    final JdbcTemplate jdbc;

    /** How many connections of our own were opened beside the pool. */
    final AtomicInteger opened = new AtomicInteger();

    private LocalContainerEntityManagerFactoryBean entityManagers;

    private TestDatabase(Options options) {
        this.file = options.file;
        this.pool = new HikariDataSource();
        pool.setJdbcUrl(url(file) + options.parameters);
        pool.setMaximumPoolSize(options.poolSize);
        pool.setAutoCommit(options.autoCommit);
        pool.setPoolName("pool-of-" + options.poolSize);
        pool.setConnectionTimeout(options.connectionTimeout.toMillis());
        DataSourcePreparation preparation =
                new DataSourcePreparation(options.lockOnBegin, true, Duration.ofSeconds(20));
        DataSource bean = preparation.prepare(pool);
        this.dataSource = switch (options.proxy) {
            case NONE -> bean;
            case LAZY -> lazy(bean);
            case TRANSACTION_AWARE -> new TransactionAwareDataSourceProxy(bean);
        };
        if (options.askrTables) {
            new Schema().initialize(dataSource);
        }
        ownTables();
        this.database = AskrDatabase.open(
                dataSource, counting(dataSource), new DatabaseSettings(options.writerTimeout), InstantSource.system());
        this.jdbcTransactions = new JdbcTransactionManager(dataSource);
        jdbcTransactions.addListener(database.writeLockReservation());
        this.jdbc = new JdbcTemplate(dataSource);
    }

    static String url(Path file) {
        return "jdbc:sqlite:" + file;
    }

    static Options at(Path file) {
        return new Options(file);
    }

    private static DataSource lazy(DataSource bean) {
        LazyConnectionDataSourceProxy lazy = new LazyConnectionDataSourceProxy();
        lazy.setTargetDataSource(bean);
        lazy.setDefaultAutoCommit(true);
        lazy.setDefaultTransactionIsolation(java.sql.Connection.TRANSACTION_SERIALIZABLE);
        return lazy;
    }

    private void ownTables() {
        try (java.sql.Connection connection = plain().open();
                java.sql.Statement statement = connection.createStatement()) {
            statement.execute("create table if not exists entry (seq integer primary key autoincrement,"
                    + " id integer not null, account integer not null)");
            statement.execute("create table if not exists account (id integer primary key, balance integer not null)");
            statement.execute("insert or ignore into account (id, balance) values (0, 0), (1, 0), (2, 0), (3, 0)");
        } catch (SQLException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** Opens a connection that knows nothing of ours. */
    ConnectionOpener plain() {
        return () -> {
            org.sqlite.SQLiteDataSource plain = new org.sqlite.SQLiteDataSource();
            plain.setUrl(url(file) + "?journal_mode=WAL&busy_timeout=10000");
            return plain.getConnection();
        };
    }

    private ConnectionOpener counting(DataSource given) {
        ConnectionOpener opener = DataSources.opening(given).opener();
        return () -> {
            opened.incrementAndGet();
            return opener.open();
        };
    }

    /** Hibernate on the same DataSource; started once. */
    EntityManagerFactory entityManagers() {
        LocalContainerEntityManagerFactoryBean factory = entityManagers;
        if (factory == null) {
            HibernateJpaVendorAdapter vendor = new HibernateJpaVendorAdapter();
            vendor.setDatabasePlatform("org.hibernate.community.dialect.SQLiteDialect");
            factory = new LocalContainerEntityManagerFactoryBean();
            factory.setDataSource(dataSource);
            factory.setJpaVendorAdapter(vendor);
            factory.setManagedTypes(PersistenceManagedTypes.of(Entry.class.getName()));
            factory.setJpaPropertyMap(Map.of("hibernate.hbm2ddl.auto", "none"));
            factory.afterPropertiesSet();
            entityManagers = factory;
        }
        return java.util.Objects.requireNonNull(factory.getObject());
    }

    JpaTransactionManager jpaTransactions() {
        JpaTransactionManager transactions = new JpaTransactionManager(entityManagers());
        transactions.setDataSource(dataSource);
        transactions.addListener(database.writeLockReservation());
        transactions.afterPropertiesSet();
        return transactions;
    }

    /** Inserts by the way to the database: joined, or by itself. */
    long write(long id) {
        return database.write(session -> insert(session, id, 0));
    }

    static long insert(Session session, long id, int account) {
        session.update(INSERT, params -> params.number("id", id).number("account", (long) account));
        return id;
    }

    /** The ids in the table as a connection sees them that nobody else uses. */
    List<Long> ids() {
        return plainly("select id from entry order by id", Long.class);
    }

    <T> List<T> plainly(String sql, Class<T> type) {
        try (java.sql.Connection connection = plain().open()) {
            DataSource single = new org.springframework.jdbc.datasource.SingleConnectionDataSource(connection, true);
            return new JdbcTemplate(single).queryForList(sql, type);
        } catch (SQLException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Override
    public void close() {
        database.close();
        if (entityManagers != null) {
            entityManagers.destroy();
        }
        pool.close();
    }

    /** What stands before the pool. */
    enum Proxy {
        NONE,
        LAZY,
        TRANSACTION_AWARE
    }

    /** How the application has set up its DataSource. */
    static final class Options {

        private final Path file;
        private int poolSize = 4;
        private boolean autoCommit = true;
        private boolean lockOnBegin = !Boolean.getBoolean("askr.test.without-lock-on-begin");
        private boolean askrTables = true;
        private Proxy proxy = Proxy.NONE;
        private String parameters = "";
        private Duration writerTimeout = Duration.ofSeconds(5);
        private Duration connectionTimeout = Duration.ofSeconds(30);

        private Options(Path file) {
            this.file = file;
        }

        Options poolSize(int size) {
            this.poolSize = size;
            return this;
        }

        Options autoCommit(boolean on) {
            this.autoCommit = on;
            return this;
        }

        Options lockOnBegin(boolean on) {
            this.lockOnBegin = on;
            return this;
        }

        Options withoutAskrTables() {
            this.askrTables = false;
            return this;
        }

        Options lazy() {
            this.proxy = Proxy.LAZY;
            return this;
        }

        Options transactionAware() {
            this.proxy = Proxy.TRANSACTION_AWARE;
            return this;
        }

        Options busyTimeout(Duration timeout) {
            this.parameters = "?busy_timeout=" + timeout.toMillis();
            return this;
        }

        Options writerTimeout(Duration timeout) {
            this.writerTimeout = timeout;
            return this;
        }

        Options connectionTimeout(Duration timeout) {
            this.connectionTimeout = timeout;
            return this;
        }

        TestDatabase open() {
            return new TestDatabase(this);
        }
    }
}
