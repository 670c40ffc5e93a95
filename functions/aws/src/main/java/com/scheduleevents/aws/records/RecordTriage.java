package com.scheduleevents.aws.records;

import com.scheduleevents.aws.messages.MalformedMessage;
import com.scheduleevents.domain.delivery.DeadLetterSink;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.error.UnreadableRow;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles one record of a batch, and sorts its failure: for good, to be repeated, or postponed. It affects no other record. */
final class RecordTriage {

    private static final Logger LOG = LoggerFactory.getLogger(RecordTriage.class);

    private final DeadLetterSink deadLetters;

    RecordTriage(DeadLetterSink deadLetters) {
        this.deadLetters = deadLetters;
    }

    /** What became of a record. */
    enum Result {
        /** It was processed, or stored as a dead-letter message. */
        DONE,
        /** Lambda has to deliver it again, because something failed. */
        FAILED,
        /** Lambda has to deliver it again, and nothing failed. */
        POSTPONED
    }

    /**
     * Handles a record. One that can never be processed is stored as a dead-letter message.
     *
     * @param id identifies the record in log lines
     * @param content what is stored if the record can never be processed; asked for only then
     */
    Result handle(String id, Supplier<String> content, Runnable handler) {
        try {
            try {
                handler.run();
            } catch (UnprocessableRecord e) {
                reject(id, content, e.reason());
            } catch (MalformedMessage e) {
                reject(id, content, e.reason());
            } catch (UnreadableRow e) {
                reject(id, content, e.reason());
            }
            return Result.DONE;
        } catch (PostponedRecord e) {
            LOG.warn("record {} will be delivered again: {}", id, e.reason());
            return Result.POSTPONED;
        } catch (RuntimeException | Error e) {
            LOG.error("record {} failed and will be delivered again: {}", id, ExceptionSummary.of(e));
            return Result.FAILED;
        }
    }

    private void reject(String id, Supplier<String> content, String reason) {
        deadLetters.put(content.get(), reason);
        LOG.error("record {} went to the dead-letter queue: {}", id, reason);
    }
}
