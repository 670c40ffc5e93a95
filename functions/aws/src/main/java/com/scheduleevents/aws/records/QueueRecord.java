package com.scheduleevents.aws.records;

import java.util.function.Function;

/**
 * A message of a queue.
 *
 * @param id the message id that SQS assigned
 * @param body its text
 * @param receivedBefore whether it was delivered before; that handler may have crashed at any step, or may still be running
 */
public record QueueRecord(String id, String body, boolean receivedBefore) {

    /**
     * Parses the body.
     *
     * @param parser throws {@link IllegalArgumentException} when the text is malformed
     * @throws UnprocessableRecord when the text is malformed
     */
    public <T> T parse(Function<String, T> parser) {
        try {
            return parser.apply(body);
        } catch (IllegalArgumentException e) {
            throw new UnprocessableRecord(String.valueOf(e.getMessage()));
        }
    }

    /** Omits the body, which may contain an event. */
    @Override
    public String toString() {
        return "QueueRecord[" + id + "]";
    }
}
