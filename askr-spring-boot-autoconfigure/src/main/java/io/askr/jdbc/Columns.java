package io.askr.jdbc;

import java.util.ArrayList;
import java.util.List;

/**
 * Which of the columns that we add to the contracts' tables are there. A database that another program made, used with
 * {@code askr.jdbc.initialize-schema=never}, may lack them.
 *
 * @param eventHeaders {@code askr_events.headers}
 * @param failedJobDetails what re-drive needs of {@code askr_failed_jobs}
 * @since 0.1.0
 */
public record Columns(boolean eventHeaders, boolean failedJobDetails) {

    /**
     * What does not work without the missing columns.
     *
     * @return one phrase for each, empty where all columns are there
     */
    public List<String> switchedOff() {
        List<String> features = new ArrayList<>();
        if (!eventHeaders) {
            features.add("headers on events (askr_events.headers)");
        }
        if (!failedJobDetails) {
            features.add("channel, seq and headers of parked events (askr_failed_jobs)");
        }
        return features;
    }
}
