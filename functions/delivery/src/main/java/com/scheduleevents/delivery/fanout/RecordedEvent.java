package com.scheduleevents.delivery.fanout;

import com.scheduleevents.aws.events.EventRow;
import com.scheduleevents.aws.records.UnprocessableRecord;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.Event;
import java.util.Optional;

/**
 * An event that the Events stream reports as recorded.
 *
 * @param account the account that the event belongs to
 */
record RecordedEvent(AccountId account, Event event) {

    /** Whether a record reports a void row, which is no event, and nothing that could not be read either. */
    static boolean isVoid(StreamRecord record) {
        return record.newImageHas(EventRow.VOID.name());
    }

    /** Reads a record, and returns nothing when it is not an event. */
    static Optional<RecordedEvent> read(StreamRecord record) {
        try {
            return Optional.of(of(record));
        } catch (UnprocessableRecord e) {
            return Optional.empty();
        }
    }

    /**
     * Reads a record.
     *
     * @throws UnprocessableRecord when it is not an event
     */
    static RecordedEvent of(StreamRecord record) {
        try {
            Row row = new Row(
                    "Events",
                    record.newImage().orElseThrow(() -> new IllegalArgumentException("there is no new image")));
            return new RecordedEvent(row.get(EventRow.ACCOUNT), EventRow.event(row));
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new UnprocessableRecord("it is not an event: " + e.getMessage());
        }
    }
}
