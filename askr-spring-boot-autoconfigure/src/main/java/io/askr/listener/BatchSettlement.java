package io.askr.listener;

/** {@link AckMode#BATCH}: the handler, and the cursor after each page. What a stop leaves unsaved is saved with the stop. */
final class BatchSettlement implements Settlement {

    private final Cursor cursor;
    private final Persistence persistence;

    BatchSettlement(Cursor cursor, Persistence persistence) {
        this.cursor = cursor;
        this.persistence = persistence;
    }

    @Override
    public void settle(long upTo, Runnable handler) {
        handler.run();
        cursor.position().moveTo(upTo);
    }

    @Override
    public void pageDone() throws InterruptedException {
        persistence.insist(cursor::save);
    }
}
