package io.askr.jdbc;

/**
 * The DataSource leads to a database that Askr doesn't run on.
 *
 * @since 0.1.0
 */
public final class UnsupportedDatabaseException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final String product;

    /**
     * Names the database.
     *
     * @param product its name
     * @param url where the DataSource leads to
     */
    public UnsupportedDatabaseException(String product, String url) {
        super("Askr runs on SQLite, and the DataSource leads to " + product + " (" + url + ")");
        this.product = product;
    }

    /**
     * The database that was found.
     *
     * @return its name
     */
    public String product() {
        return product;
    }
}
