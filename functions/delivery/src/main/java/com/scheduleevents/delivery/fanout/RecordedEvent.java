package com.scheduleevents.delivery.fanout;

import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import java.io.Serial;

/**
 * An event as it comes out of the Events stream.
 *
 * @param account whose it is
 * @param event the event
 */
record RecordedEvent(AccountId account, Event event) {

    /**
     * Reads a record.
     *
     * @throws Malformed when it is no event and never will be
     */
    static RecordedEvent of(StreamRecord record) {
        try {
            Row row = new Row(
                    "Events",
                    record.newImage().orElseThrow(() -> new IllegalArgumentException("there is no new image")));
            return new RecordedEvent(
                    new AccountId(row.text("account_id")),
                    new Event(
                            new EventId(row.text("id")),
                            row.text("type"),
                            new ClinicId(row.text("clinic_id")),
                            row.text("body")));
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new Malformed(e);
        }
    }

    /** A record that is no event. */
    static final class Malformed extends RuntimeException {

        @Serial
        private static final long serialVersionUID = 1L;

        private Malformed(RuntimeException cause) {
            super(cause.getMessage(), cause);
        }

        String reason() {
            return String.valueOf(getMessage());
        }
    }
}
