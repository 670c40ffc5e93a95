package com.scheduleevents.cloud.dynamodb;

import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Identity;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/**
 * A record of a table's stream: one change of one item.
 *
 * @param sequenceNumber its place in the stream; the later of two changes of one item has the greater one
 * @param kind what was done
 * @param keys the item's key
 * @param newImage the item after the change, where the stream shows it
 * @param oldImage the item before the change, where the stream shows it
 * @param created when it was made
 * @param byTimeToLive whether DynamoDB itself deleted the item since its time was over
 * @param view what the stream shows
 * @param size in bytes
 */
public record ChangeRecord(
        long sequenceNumber,
        Kind kind,
        SortedMap<String, AttributeValue> keys,
        Optional<SortedMap<String, AttributeValue>> newImage,
        Optional<SortedMap<String, AttributeValue>> oldImage,
        Instant created,
        boolean byTimeToLive,
        StreamViewType view,
        long size) {

    /** What was done to the item, in the words of the stream. */
    public enum Kind {
        INSERT,
        MODIFY,
        REMOVE
    }

    /** The sequence number as it is written: 21 digits. */
    public String sequence() {
        return written(sequenceNumber);
    }

    static String written(long sequenceNumber) {
        return "%021d".formatted(sequenceNumber);
    }

    /** The record as DynamoDB Streams returns it. */
    public Record returned() {
        StreamRecord.Builder change = StreamRecord.builder()
                .approximateCreationDateTime(created)
                .keys(keys)
                .sequenceNumber(sequence())
                .sizeBytes(size)
                .streamViewType(view);
        newImage.ifPresent(change::newImage);
        oldImage.ifPresent(change::oldImage);
        Record.Builder record = Record.builder()
                .eventID("%032x".formatted(sequenceNumber))
                .eventName(kind.name())
                .eventVersion("1.1")
                .dynamodb(change.build());
        if (byTimeToLive) {
            record.userIdentity(Identity.builder()
                    .type("Service")
                    .principalId("dynamodb.amazonaws.com")
                    .build());
        }
        return record.build();
    }
}
