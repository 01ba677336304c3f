package io.askr.jdbc;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.transaction.support.TransactionTemplate;

/** Runs on the later JDK; compiled for the build's, so it asks for virtual threads by name. */
final class VirtualThreadsMain {

    static final int THREADS = 100;

    static final int TURNS = 4;

    static final int FOREIGN_HOLD = 2_500;

    private VirtualThreadsMain() {}

    public static void main(String[] args) throws Exception {
        AtomicLong ids = new AtomicLong();
        AtomicLong rows = new AtomicLong();
        List<Throwable> failures = new ArrayList<>();
        AtomicBoolean done = new AtomicBoolean();
        try (TestDatabase db = TestDatabase.at(Path.of(args[0]))
                .poolSize(10)
                .busyTimeout(java.time.Duration.ofSeconds(60))
                .writerTimeout(java.time.Duration.ofSeconds(60))
                .connectionTimeout(java.time.Duration.ofSeconds(60))
                .open()) {
            ExecutorService threads = (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
            Future<Long> pause = threads.submit(() -> longestPause(done));
            System.out.println("started");
            List<CompletableFuture<?>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(CompletableFuture.runAsync(() -> write(db, ids, rows), threads)
                        .exceptionally(ex -> {
                            ex.printStackTrace();
                            synchronized (failures) {
                                failures.add(ex);
                            }
                            return null;
                        }));
            }
            Thread.sleep(FOREIGN_HOLD);
            System.out.println("held up for a while");
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
            done.set(true);
            System.out.println("rows=" + rows + " failures=" + failures.size() + " longestPause=" + pause.get());
            threads.shutdown();
        }
    }

    private static void write(TestDatabase db, AtomicLong ids, AtomicLong rows) {
        TransactionTemplate template = new TransactionTemplate(db.jdbcTransactions);
        for (int turn = 0; turn < TURNS; turn++) {
            template.executeWithoutResult(status -> {
                Integer balance = db.jdbc.queryForObject("select balance from account where id = 0", Integer.class);
                db.write(ids.incrementAndGet());
                db.jdbc.update("update account set balance = ? where id = 0", balance + 1);
            });
            db.write(ids.incrementAndGet());
            rows.addAndGet(2);
        }
    }

    /** The longest time between two steps of a virtual thread that only sleeps: how long no carrier was free. */
    private static long longestPause(AtomicBoolean done) throws InterruptedException {
        long longest = 0;
        long last = System.nanoTime();
        while (!done.get()) {
            Thread.sleep(5);
            long now = System.nanoTime();
            longest = Math.max(longest, now - last);
            last = now;
        }
        return longest / 1_000_000;
    }
}
