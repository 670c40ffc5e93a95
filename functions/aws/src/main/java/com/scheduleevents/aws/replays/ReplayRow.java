package com.scheduleevents.aws.replays;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.replay.Replay;
import com.scheduleevents.domain.replay.ReplayEnd;
import com.scheduleevents.domain.replay.ReplayFilter;
import com.scheduleevents.domain.replay.ReplayId;
import com.scheduleevents.domain.replay.ReplayProgress;
import com.scheduleevents.domain.replay.ReplaySelection;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The rows of the Replays table: one per replay, and a second one for each webhook that has a running replay. */
public final class ReplayRow {

    public static final Attribute<WebhookId> WEBHOOK =
            Attribute.text("webhook_id").as(WebhookId::new, WebhookId::value);
    static final Attribute<Integer> STEPS = Attribute.integer("steps");
    static final Attribute<Long> LOOKED_AT = Attribute.number("looked_at");
    static final Attribute<Long> QUEUED = Attribute.number("queued");
    static final Attribute<EventId> LAST_EVENT = Attribute.text("last_event").as(EventId::new, EventId::value);
    static final Attribute<ReplayEnd.Why> ENDED_WHY =
            Attribute.text("ended_why").as(ReplayEnd.Why::named, ReplayEnd.Why::wireName);
    static final Attribute<Instant> ENDED_AT = Attribute.time("ended_at");

    /** The id of the second row, which is not the id of a replay. */
    private static final String RUNNING = "running";

    public static final Attribute<String> ID = Attribute.text("id");
    private static final Attribute<ReplayId> REPLAY =
            Attribute.text("replay_id").as(ReplayId::new, ReplayId::value);
    private static final Attribute<AccountId> ACCOUNT =
            Attribute.text("account_id").as(AccountId::new, AccountId::value);
    private static final Attribute<Long> GENERATION = Attribute.number("generation");
    private static final Attribute<Instant> SINCE = Attribute.time("since");
    private static final Attribute<Instant> UNTIL = Attribute.time("until");
    private static final Attribute<ReplayFilter> FILTER = Attribute.text("filter")
            .as(
                    name -> ReplayFilter.parse(name)
                            .orElseThrow(() -> new UnreadableRow("a row of Replays has an unknown filter")),
                    ReplayFilter::wireName);
    private static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");

    private ReplayRow() {}

    static Map<String, AttributeValue> key(WebhookId webhook, ReplayId id) {
        return new Item().with(WEBHOOK, webhook).with(ID, id.value()).toMap();
    }

    static Map<String, AttributeValue> runningKey(WebhookId webhook) {
        return new Item().with(WEBHOOK, webhook).with(ID, RUNNING).toMap();
    }

    static Map<String, AttributeValue> running(Replay replay, Instant expiresAt) {
        return new Item()
                .with(WEBHOOK, replay.webhook())
                .with(ID, RUNNING)
                .with(REPLAY, replay.id())
                .with(Attribute.EXPIRES_AT, expiresAt)
                .toMap();
    }

    static ReplayId running(Map<String, AttributeValue> item) {
        return new Row("Replays", item).get(REPLAY);
    }

    static Map<String, AttributeValue> item(Replay replay, Instant expiresAt) {
        return new Item()
                .with(WEBHOOK, replay.webhook())
                .with(ID, replay.id().value())
                .with(ACCOUNT, replay.account())
                .with(GENERATION, replay.generation())
                .with(SINCE, replay.selection().since())
                .with(UNTIL, replay.selection().until())
                .with(FILTER, replay.selection().filter())
                .with(CREATED_AT, replay.createdAt())
                .with(Attribute.EXPIRES_AT, expiresAt)
                .with(STEPS, replay.progress().steps())
                .with(LOOKED_AT, replay.progress().lookedAt())
                .with(QUEUED, replay.progress().queued())
                .toMap();
    }

    static Replay read(Map<String, AttributeValue> item) {
        return Row.read("Replays", item, ReplayRow::read);
    }

    private static Replay read(Row row) {
        return new Replay(
                row.get(ACCOUNT),
                row.get(WEBHOOK),
                row.get(GENERATION),
                new ReplayId(row.get(ID)),
                new ReplaySelection(row.get(SINCE), row.get(UNTIL), row.find(FILTER)),
                row.get(CREATED_AT),
                new ReplayProgress(row.get(STEPS), row.find(LAST_EVENT), row.get(LOOKED_AT), row.get(QUEUED)),
                row.find(ENDED_WHY).map(why -> new ReplayEnd(why, row.get(ENDED_AT))));
    }
}
