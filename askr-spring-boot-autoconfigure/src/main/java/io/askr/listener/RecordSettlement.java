package io.askr.listener;

/**
 * {@link AckMode#RECORD}: the handler, then the cursor. From the moment at which the handler has returned its events are
 * done for this process, however long it takes to save the cursor.
 */
final class RecordSettlement implements Settlement {

    private final Cursor cursor;
    private final Persistence persistence;

    RecordSettlement(Cursor cursor, Persistence persistence) {
        this.cursor = cursor;
        this.persistence = persistence;
    }

    @Override
    public void settle(long upTo, Runnable handler) throws InterruptedException {
        handler.run();
        cursor.position().moveTo(upTo);
        persistence.insist(cursor::save);
    }
}
