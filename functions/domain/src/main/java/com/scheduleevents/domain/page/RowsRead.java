package com.scheduleevents.domain.page;

import java.util.function.IntConsumer;

/** Counts the rows that a list reads, shown or not, because the reads and not the page are what it costs. Not thread-safe. */
public final class RowsRead implements IntConsumer {

    /** How many rows can be read for the price of a request: about 60 read units. */
    private static final int PER_REQUEST = 250;

    private int rows;

    @Override
    public void accept(int more) {
        rows += more;
    }

    /** How many have been read. */
    public int count() {
        return rows;
    }

    /** How many simple requests cost as much as what was read beyond the price of this one. */
    public int furtherRequests() {
        return Math.max(0, rows - 1) / PER_REQUEST;
    }
}
