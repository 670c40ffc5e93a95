package com.scheduleevents.aws.replays;

import static com.scheduleevents.aws.tables.Attributes.EXPIRES_AT;
import static com.scheduleevents.aws.tables.Attributes.expiry;
import static com.scheduleevents.aws.tables.Attributes.number;
import static com.scheduleevents.aws.tables.Attributes.text;

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
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** How a replay looks as a row, and the row beside it that says which one of a webhook runs. */
final class ReplayRow {

    /** In place of a replay's identifier: the row that there is while one runs. No identifier is spelt like that. */
    private static final String RUNNING = "running";

    private ReplayRow() {}

    static Map<String, AttributeValue> key(WebhookId webhook, ReplayId id) {
        return Map.of("webhook_id", text(webhook.value()), "id", text(id.value()));
    }

    static Map<String, AttributeValue> runningKey(WebhookId webhook) {
        return Map.of("webhook_id", text(webhook.value()), "id", text(RUNNING));
    }

    static Map<String, AttributeValue> running(Replay replay, Instant expiresAt) {
        Map<String, AttributeValue> item = new HashMap<>(runningKey(replay.webhook()));
        item.put("replay_id", text(replay.id().value()));
        item.put(EXPIRES_AT, expiry(expiresAt));
        return item;
    }

    static ReplayId running(Map<String, AttributeValue> item) {
        return new ReplayId(new Row("Replays", item).text("replay_id"));
    }

    static Map<String, AttributeValue> item(Replay replay, Instant expiresAt) {
        Map<String, AttributeValue> item = new HashMap<>(key(replay.webhook(), replay.id()));
        item.put("account_id", text(replay.account().value()));
        item.put("generation", number(replay.generation()));
        item.put("since", text(replay.selection().since().toString()));
        item.put("until", text(replay.selection().until().toString()));
        replay.selection().filter().ifPresent(filter -> item.put("filter", text(filter.wireName())));
        item.put("created_at", text(replay.createdAt().toString()));
        item.put(EXPIRES_AT, expiry(expiresAt));
        item.put("steps", number(replay.progress().steps()));
        item.put("looked_at", number(replay.progress().lookedAt()));
        item.put("queued", number(replay.progress().queued()));
        return item;
    }

    static Replay read(Map<String, AttributeValue> item) {
        return Row.read("Replays", item, ReplayRow::read);
    }

    private static Replay read(Row row) {
        return new Replay(
                new AccountId(row.text("account_id")),
                new WebhookId(row.text("webhook_id")),
                row.number("generation"),
                new ReplayId(row.text("id")),
                new ReplaySelection(row.time("since"), row.time("until"), filter(row)),
                row.time("created_at"),
                new ReplayProgress(
                        Math.toIntExact(row.number("steps")),
                        row.optionalText("last_event").map(EventId::new),
                        row.number("looked_at"),
                        row.number("queued")),
                row.optionalText("ended_why")
                        .map(why -> new ReplayEnd(ReplayEnd.Why.named(why), row.time("ended_at"))));
    }

    private static Optional<ReplayFilter> filter(Row row) {
        return row.optionalText("filter").map(name -> ReplayFilter.parse(name)
                .orElseThrow(() -> new UnreadableRow("a row of Replays has a filter that there is not")));
    }
}
