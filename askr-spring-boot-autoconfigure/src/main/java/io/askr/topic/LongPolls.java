package io.askr.topic;

import io.askr.jdbc.AskrDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.SmartLifecycle;

/**
 * The waits of {@link AskrTopics#poll}. A wait is a registration for wakes and, once its first read was empty, a timer;
 * no thread, connection or transaction. It reads when something that concerns it is committed, and now and then, by a
 * time that no two waits share, in case it was not told.
 *
 * <p>It takes polls from its construction on. When it stops, before the web server and the listeners, the waits end at
 * once without events; closing it ends its threads too.
 *
 * @since 0.1.0
 */
public final class LongPolls implements SmartLifecycle, AutoCloseable {

    /** It stops first of all: nobody need wait for those who wait here. */
    public static final int PHASE = Integer.MAX_VALUE;

    /** No wait may be longer. */
    public static final Duration LONGEST_WAIT = Duration.ofHours(1);

    /** So many polls may wait at once. */
    static final int MOST = 10_000;

    private static final Duration REQUERY = Duration.ofSeconds(20);

    private final AskrDatabase database;
    private final TopicLog log;
    private final TopicWakes wakes;
    private final Duration requery;
    private final PollThreads threads = new PollThreads();
    private final Set<LongPoll> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean running = true;
    private volatile boolean closed;

    /**
     * Creates it; it has no thread before the first poll.
     *
     * @param database tells whether there is a transaction
     * @param log what to read
     * @param wakes tells when to read
     */
    public LongPolls(AskrDatabase database, TopicLog log, TopicWakes wakes) {
        this(database, log, wakes, REQUERY);
    }

    LongPolls(AskrDatabase database, TopicLog log, TopicWakes wakes, Duration requery) {
        this.database = database;
        this.log = log;
        this.wakes = wakes;
        this.requery = requery;
    }

    CompletableFuture<List<TopicEvent<byte[]>>> poll(TopicFilter filter, long afterSeq, int limit, Duration wait) {
        requireBounds(afterSeq, limit, wait);
        if (database.joins()) {
            throw new IllegalStateException("a poll inside a transaction would end with it, and read what may be rolled"
                    + " back; poll outside the transaction, or use read(…) here");
        }
        LongPoll poll = new LongPoll(log, filter, afterSeq, limit, wait, requery, threads, waiting::remove);
        waiting.add(poll);
        try {
            requireRoom();
            return poll.start(wakes);
        } catch (IllegalStateException refused) {
            waiting.remove(poll);
            throw refused;
        }
    }

    private void requireRoom() {
        if (!running || closed) {
            throw new IllegalStateException("the application is shutting down: it takes no polls any more");
        }
        if (waiting.size() > MOST) {
            throw new IllegalStateException(MOST + " polls are waiting already; refuse callers before that, or let one"
                    + " poll serve several of them");
        }
    }

    private static void requireBounds(long afterSeq, int limit, Duration wait) {
        if (afterSeq < 0 || limit < 1) {
            throw new IllegalArgumentException("can't poll for " + limit + " events after seq " + afterSeq
                    + "; give a seq of 0 or more, and a limit of 1 or more");
        }
        if (wait.isNegative() || wait.compareTo(LONGEST_WAIT) > 0) {
            throw new IllegalArgumentException("can't wait for " + wait + "; give a duration from zero to "
                    + LONGEST_WAIT + ", and poll again when it has passed");
        }
    }

    int waiting() {
        return waiting.size();
    }

    int timers() {
        return threads.timers();
    }

    /** Takes polls again after a stop; not after it was closed. */
    @Override
    public void start() {
        running = true;
    }

    /** Ends all waits without events, and refuses new ones. */
    @Override
    public void stop() {
        running = false;
        waiting.forEach(LongPoll::finish);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    /** Ends all waits without events, and the threads; calling it again does nothing. */
    @Override
    public void close() {
        closed = true;
        stop();
        threads.close();
    }
}
