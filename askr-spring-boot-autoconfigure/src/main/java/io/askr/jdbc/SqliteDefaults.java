package io.askr.jdbc;

import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Settings that SQLite needs to serve several threads well, for every connection whose application has set nothing: WAL,
 * {@code synchronous=NORMAL} (in WAL mode consistent after a power failure, which may lose the last commits), a busy
 * timeout of 5 s, and a WAL that is cut to 64 MiB after a checkpoint.
 *
 * @see <a href="https://www.sqlite.org/pragma.html">PRAGMA Statements</a>
 */
final class SqliteDefaults {

    private static final Map<String, String> DEFAULTS = new TreeMap<>(Map.of(
            "journal_mode", "WAL", "synchronous", "NORMAL", "busy_timeout", "5000", "journal_size_limit", "67108864"));

    private SqliteDefaults() {}

    /** The application's properties, with ours added where neither they nor the URL name a setting. */
    static Properties complete(String url, Properties given) {
        Properties complete = new Properties();
        given.stringPropertyNames().forEach(name -> complete.setProperty(name, given.getProperty(name)));
        String query = query(url);
        if (!isReadOnly(query, given)) {
            DEFAULTS.forEach((name, value) -> {
                if (!names(query, name) && given.getProperty(name) == null) {
                    complete.setProperty(name, value);
                }
            });
        }
        return complete;
    }

    private static boolean isReadOnly(String query, Properties given) {
        return query.contains("mode=ro") || query.contains("immutable=1") || given.containsKey("open_mode");
    }

    private static String query(String url) {
        int mark = url.indexOf('?');
        return mark < 0 ? "" : url.substring(mark + 1).toLowerCase(Locale.ROOT);
    }

    private static boolean names(String query, String name) {
        return query.startsWith(name + "=") || query.contains("&" + name + "=");
    }
}
