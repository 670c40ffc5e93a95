package com.scheduleevents.aws.events;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore.Feed;
import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** The rows of the Events table. */
public final class EventRow {

    public static final Attribute<AccountId> ACCOUNT =
            Attribute.text("account_id").as(AccountId::new, AccountId::value);
    public static final Attribute<EventId> ID = Attribute.text("id").as(EventId::new, EventId::value);
    public static final Attribute<ClinicId> CLINIC = Attribute.text("clinic_id").as(ClinicId::new, ClinicId::value);
    public static final Attribute<String> TYPE = Attribute.text("type");
    public static final Attribute<String> BODY = Attribute.text("body");

    /** True in a void row, whose id will never be an event's; an event has no such attribute. */
    public static final Attribute<Boolean> VOID = Attribute.flag("void");

    /** The partition key of the index {@code by_clinic}. */
    private static final Attribute<String> ACCOUNT_CLINIC = Attribute.text("account_clinic");

    private EventRow() {}

    static Map<String, AttributeValue> key(AccountId account, EventId id) {
        return new Item().with(ACCOUNT, account).with(ID, id).toMap();
    }

    static Map<String, AttributeValue> item(AccountId account, Event event, Instant expiresAt) {
        return new Item()
                .with(ACCOUNT, account)
                .with(ID, event.id())
                .with(ACCOUNT_CLINIC, accountClinic(account, event.clinic()))
                .with(TYPE, event.type())
                .with(CLINIC, event.clinic())
                .with(BODY, event.json())
                .with(Attribute.EXPIRES_AT, expiresAt)
                .toMap();
    }

    static Map<String, AttributeValue> voidItem(AccountId account, EventId id, Instant expiresAt) {
        return new Item()
                .with(ACCOUNT, account)
                .with(ID, id)
                .with(VOID, true)
                .with(Attribute.EXPIRES_AT, expiresAt)
                .toMap();
    }

    /** Whether a row, or the image of one in the table's stream, holds no event but an id that will never be an event's. */
    public static boolean isVoid(Map<String, AttributeValue> item) {
        return item.containsKey(VOID.name());
    }

    /** Reads an event from a row, or from the image of a row in the table's stream. */
    public static Event event(Row row) {
        return new Event(row.get(ID), row.get(TYPE), row.get(CLINIC), row.get(BODY));
    }

    /** A query of a part of a feed. A clinic's feed is an index, which is eventually consistent. */
    public static QueryRequest.Builder query(Table table, Feed feed, EventRange range) {
        return switch (feed) {
            case Feed.OfAccount(AccountId account) -> table.events(ACCOUNT, ACCOUNT.write(account), ID, range);
            case Feed.OfClinic(AccountId account, ClinicId clinic) ->
                table.events(ACCOUNT_CLINIC, ACCOUNT_CLINIC.write(accountClinic(account, clinic)), ID, range)
                        .indexName("by_clinic")
                        .consistentRead(false);
        };
    }

    /** No id contains the separator. */
    private static String accountClinic(AccountId account, ClinicId clinic) {
        return account.value() + "#" + clinic.value();
    }
}
