package io.askr.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * The way to the database. A call joins the caller's transaction, whoever began it, and never opens a second connection
 * there; outside of one it commits by itself and is durable when it returns.
 *
 * <p>Errors come out as Spring's {@link org.springframework.dao.DataAccessException}s: a lock that doesn't come in time as
 * {@link org.springframework.dao.CannotAcquireLockException}.
 *
 * @since 0.1.0
 */
public final class AskrDatabase implements AutoCloseable {

    private static final int READERS = 4;

    private final DataSource dataSource;
    private final InstantSource clock;
    private final Dialect dialect;
    private final DatabaseInfo info;
    private final ConnectionOpener opener;
    private final WriteLock lock;
    private final Access access;
    private final CallerTransaction caller;
    private final WriterObservers observers = new WriterObservers();
    private volatile @Nullable Columns columns;

    private AskrDatabase(
            DataSource dataSource,
            @Nullable ConnectionOpener given,
            DatabaseSettings settings,
            InstantSource clock,
            DatabaseInfo info) {
        this.dataSource = dataSource;
        this.clock = clock;
        this.info = info;
        this.dialect = new SqliteDialect();
        this.caller = new CallerTransaction(dataSource, dialect);
        DataSources.Opening opening =
                given == null ? DataSources.opening(dataSource) : new DataSources.Opening(given, false);
        this.opener = opening.opener();
        this.lock = info.file().map(WriteLock::of).orElseGet(() -> new WriteLock("the database in memory"));
        this.access = info.file().isEmpty()
                ? new PooledAccess(dataSource, dialect)
                : new DedicatedAccess(
                        new Writer(opener, dialect, lock, settings.writerTimeout(), observers),
                        new Readers(opener, dialect, settings.writerTimeout(), opening.pooled() ? 1 : READERS));
    }

    /**
     * Opens the way to a DataSource's database.
     *
     * @param dataSource the application's, as its beans use it
     * @param opener opens connections like the DataSource's; null where it is of a known kind
     * @param settings how to behave
     * @param clock what time it is
     * @return the database
     * @throws UnsupportedDatabaseException if it isn't SQLite
     * @throws IllegalStateException if {@code opener} leads to another file than the DataSource
     * @throws org.springframework.dao.DataAccessException if it can't be reached
     */
    public static AskrDatabase open(
            DataSource dataSource, @Nullable ConnectionOpener opener, DatabaseSettings settings, InstantSource clock) {
        try (Connection connection = dataSource.getConnection()) {
            AskrDatabase database =
                    new AskrDatabase(dataSource, opener, settings, clock, DatabaseInfo.read(connection));
            database.checkOpener();
            return database;
        } catch (SQLException ex) {
            throw OwnConnection.translated(new SqliteDialect(), "open the database", ex);
        }
    }

    /**
     * Writes. In the caller's transaction the work runs on its connection, and commits or rolls back with it. Outside of one
     * it runs in a transaction of its own, or in one with other callers' work, which is committed when this returns;
     * {@code work} may then be run more than once,
     * and each run but the last is undone.
     *
     * @param work reads and writes by the session; holds no user code
     * @param <T> what it returns
     * @return what the work returned
     * @throws IllegalStateException in a read-only transaction
     */
    public <T extends @Nullable Object> T write(Function<Session, T> work) {
        if (!caller.isPresent()) {
            caller.warnOfAnother();
            return access.write(work);
        }
        if (caller.isReadOnly()) {
            throw new IllegalStateException(
                    "a write inside a read-only transaction: mark the method @Transactional without readOnly = true, or"
                            + " write after the transaction");
        }
        return caller.join(work);
    }

    /**
     * Writes outside a transaction without waiting for the commit.
     *
     * @param work as for {@link #write}
     * @param <T> what it returns
     * @return completes when it is committed, or with what {@link #write} would have thrown
     * @throws IllegalStateException inside a transaction (which it could not be part of), or while too many writes wait
     */
    public <T extends @Nullable Object> CompletableFuture<T> writeAsync(Function<Session, T> work) {
        if (caller.isPresent()) {
            throw new IllegalStateException(
                    "an asynchronous write can't be part of the transaction it is called in: use the"
                            + " synchronous call here, or make this one outside the transaction");
        }
        caller.warnOfAnother();
        return access.submit(work);
    }

    /**
     * Reads: in the caller's transaction on its connection, else in one read transaction, which sees one state.
     *
     * @param work reads by the session
     * @param <T> what it returns
     * @return what the work returned
     */
    public <T extends @Nullable Object> T read(Function<Session, T> work) {
        return caller.isPresent() ? caller.join(work) : access.read(work);
    }

    /**
     * Whether a call on this thread would now be part of the caller's transaction.
     *
     * @return true if it would join
     */
    public boolean joins() {
        return caller.isPresent();
    }

    /**
     * Whether two DataSources are one behind their proxies.
     *
     * @param other a DataSource
     * @return true if it leads to ours
     */
    public boolean sameDatabase(DataSource other) {
        return DataSources.innermost(other) == DataSources.innermost(dataSource);
    }

    /**
     * The application's DataSource.
     *
     * @return as it was given
     */
    public DataSource dataSource() {
        return dataSource;
    }

    /**
     * What time it is.
     *
     * @return the clock that all times come from
     */
    public InstantSource clock() {
        return clock;
    }

    /**
     * The time as the tables store it. Inside {@link #write} it is read after the lock was taken.
     *
     * @return whole unix seconds
     */
    public long now() {
        return clock.instant().getEpochSecond();
    }

    /**
     * What differs between databases.
     *
     * @return the dialect
     */
    public Dialect dialect() {
        return dialect;
    }

    /**
     * What the database said of itself when it was opened.
     *
     * @return version and settings
     */
    public DatabaseInfo info() {
        return info;
    }

    /**
     * Which of our columns the tables have; asked once there are tables.
     *
     * @return the columns
     */
    public Columns columns() {
        Columns known = columns;
        if (known == null) {
            Optional<Columns> found = read(session -> {
                try {
                    return Schema.columns(session.connection());
                } catch (SQLException ex) {
                    throw OwnConnection.translated(dialect, "look for columns", ex);
                }
            });
            columns = found.orElse(null);
            known = found.orElse(new Columns(false, false));
        }
        return known;
    }

    /**
     * Opens connections of our own.
     *
     * @return the opener; not to be used {@link #inMemory()}
     */
    public ConnectionOpener connections() {
        return opener;
    }

    /**
     * Whether the database is on the application's connections alone.
     *
     * @return true for {@code :memory:} and temporary databases
     */
    public boolean inMemory() {
        return info.file().isEmpty();
    }

    /**
     * The database's file.
     *
     * @return its real path; empty {@link #inMemory()}
     */
    public Optional<Path> file() {
        return info.file();
    }

    /**
     * Makes the writing transactions of a transaction manager wait for the write lock before they take a pooled connection.
     * For the managers of our DataSource, where it locks when a transaction begins ({@link DataSourcePreparation}).
     *
     * @return the listener to add
     */
    public TransactionExecutionListener writeLockReservation() {
        return new WriteLockReservation(lock, info.busyTimeout());
    }

    /**
     * Tells somebody how writes outside transactions fare.
     *
     * @param observer who is told
     */
    public void observe(WriterObserver observer) {
        observers.add(observer);
    }

    /**
     * Lets go of the connections that we keep, each when it is not in use: for when another file has come under the
     * database's name. The application's own connections stay as they are.
     */
    public void reopen() {
        columns = null;
        access.reopen();
    }

    private void checkOpener() throws SQLException {
        if (info.file().isEmpty()) {
            return;
        }
        try (Connection own = opener.open()) {
            Optional<Path> file = DatabaseFile.of(own);
            if (!file.equals(info.file())) {
                throw new IllegalStateException("the DataSource " + dataSource + " stands on "
                        + info.file().get()
                        + ", but connections opened beside it on "
                        + file.map(Path::toString).orElse("no file")
                        + ": declare a bean of type " + ConnectionOpener.class.getName() + " that opens the same file");
            }
        }
    }

    /** Waits for asynchronous writes that have begun, and closes the connections that we opened. */
    @Override
    public void close() {
        access.close();
    }
}
