package io.askr.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/** What the callers were told: which rows are in, which are not, how often each account was raised. */
final class Ledger {

    static final int ACCOUNTS = 4;

    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, String> present = new ConcurrentHashMap<>();
    private final Map<Long, String> absent = new ConcurrentHashMap<>();
    private final AtomicIntegerArray balances = new AtomicIntegerArray(ACCOUNTS);
    private final List<String> faults = Collections.synchronizedList(new ArrayList<>());

    long nextId() {
        return ids.incrementAndGet();
    }

    void fault(String what, Throwable cause) {
        StringBuilder text = new StringBuilder(what);
        for (Throwable next = cause; next != null; next = next.getCause()) {
            text.append("\n    ").append(next);
            for (int i = 0; i < Math.min(12, next.getStackTrace().length); i++) {
                text.append("\n        at ").append(next.getStackTrace()[i]);
            }
        }
        faults.add(text.toString());
    }

    void fault(String what) {
        faults.add(what);
    }

    void committed(Attempt attempt) {
        attempt.written.forEach(id -> present.put(id, attempt.what));
        attempt.undone.forEach(id -> absent.put(id, attempt.what + ", undone inside"));
        attempt.raised.forEach((account, times) -> balances.addAndGet(account, times));
    }

    void undone(Attempt attempt) {
        attempt.written.forEach(id -> absent.put(id, attempt.what));
        attempt.undone.forEach(id -> absent.put(id, attempt.what + ", undone inside"));
    }

    String summary() {
        Map<String, Integer> counts = new TreeMap<>();
        present.values().forEach(what -> counts.merge("in: " + what, 1, Integer::sum));
        absent.values().forEach(what -> counts.merge("out: " + what, 1, Integer::sum));
        return counts.toString();
    }

    int size() {
        return present.size();
    }

    /** Compares with the table: every row once or not at all, as its caller was told. */
    void check(TestDatabase app) {
        assertThat(faults.subList(0, Math.min(5, faults.size())))
                .as("%d faults in all", faults.size())
                .isEmpty();
        Map<Long, Integer> stored = new HashMap<>();
        app.ids().forEach(id -> stored.merge(id, 1, Integer::sum));
        Map<Long, String> wrong = new TreeMap<>();
        present.forEach((id, what) -> {
            int times = stored.getOrDefault(id, 0);
            if (times != 1) {
                wrong.put(id, "told committed, stored " + times + " times: " + what);
            }
        });
        absent.forEach((id, what) -> {
            if (stored.containsKey(id)) {
                wrong.put(id, "told undone, but stored: " + what);
            }
        });
        stored.keySet().forEach(id -> {
            if (!present.containsKey(id) && !absent.containsKey(id)) {
                wrong.put(id, "stored, and nobody was told anything");
            }
        });
        assertThat(wrong).isEmpty();
        List<Integer> expected = new ArrayList<>();
        for (int account = 0; account < ACCOUNTS; account++) {
            expected.add(balances.get(account));
        }
        assertThat(app.plainly("select balance from account order by id", Integer.class))
                .as("each raise read the balance that the one before wrote")
                .isEqualTo(expected);
    }

    /** What one transaction has done so far. */
    static final class Attempt {

        final String what;
        final List<Long> written = new ArrayList<>();
        final List<Long> undone = new ArrayList<>();
        final Map<Integer, Integer> raised = new HashMap<>();
        boolean doomed;
        boolean committed;

        Attempt(String what) {
            this.what = what;
        }

        /** A part of it whose effects stay. */
        void keep(Attempt inner) {
            written.addAll(inner.written);
            undone.addAll(inner.undone);
            inner.raised.forEach((account, times) -> raised.merge(account, times, Integer::sum));
        }

        /** A part of it that was rolled back to where it began. */
        void undo(Attempt inner) {
            undone.addAll(inner.written);
            undone.addAll(inner.undone);
        }
    }
}
