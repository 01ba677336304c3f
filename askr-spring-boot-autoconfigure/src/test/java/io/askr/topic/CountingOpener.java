package io.askr.topic;

import io.askr.jdbc.ConnectionOpener;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Counts what is prepared and run on connections of ours, by a piece of the text. */
final class CountingOpener implements ConnectionOpener {

    static final String LAST = "sqlite_sequence";
    static final String CHANGES = "group by channel";
    static final String PAGE = "unlikely(channel";

    private final DataSource dataSource;
    private final Map<String, AtomicInteger> prepared = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> run = new ConcurrentHashMap<>();

    CountingOpener(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public Connection open() throws SQLException {
        Connection target = dataSource.getConnection();
        return proxy(Connection.class, (method, args) -> {
            Object result = method.invoke(target, args);
            if (!method.getName().equals("prepareStatement") || args == null) {
                return result;
            }
            String sql = (String) args[0];
            count(prepared, sql);
            return counting((PreparedStatement) result, sql);
        });
    }

    private PreparedStatement counting(PreparedStatement target, String sql) {
        return proxy(PreparedStatement.class, (method, args) -> {
            if (method.getName().startsWith("execute")) {
                count(run, sql);
            }
            return method.invoke(target, args);
        });
    }

    int prepared(String piece) {
        return sum(prepared, piece);
    }

    int run(String piece) {
        return sum(run, piece);
    }

    void reset() {
        prepared.clear();
        run.clear();
    }

    @Override
    public String toString() {
        return run.toString();
    }

    private static void count(Map<String, AtomicInteger> counts, String sql) {
        counts.computeIfAbsent(sql, first -> new AtomicInteger()).incrementAndGet();
    }

    private static int sum(Map<String, AtomicInteger> counts, String piece) {
        return counts.entrySet().stream()
                .filter(each -> each.getKey().contains(piece))
                .mapToInt(each -> each.getValue().get())
                .sum();
    }

    private interface Call {
        Object answer(Method method, Object[] args) throws ReflectiveOperationException;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                CountingOpener.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
                    try {
                        return call.answer(method, args);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                }));
    }
}
