package io.askr.listener;

/**
 * What a listener has done since the application started.
 *
 * @param delivered events that its handler handled
 * @param retried deliveries that failed and were followed by another
 * @param parked events that were moved to the failed jobs
 * @param skipped events that were given up without parking: the error handler said so, or there is no subscriber
 * @param faults times that the database failed while events were read or settled
 * @since 0.1.0
 */
public record ListenerCounts(long delivered, long retried, long parked, long skipped, long faults) {}
