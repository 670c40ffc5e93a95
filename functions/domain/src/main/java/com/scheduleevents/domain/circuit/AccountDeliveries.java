package com.scheduleevents.domain.circuit;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.delivery.DeliveryQuery;
import com.scheduleevents.domain.delivery.DeliveryReader;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.FeedReader;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.page.RowsRead;
import com.scheduleevents.domain.webhook.VisibleWebhooks;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Lists the deliveries of all webhooks that a key sees: one webhook after the other, the newest first, and of each the newest event first.
 * What one page reads is bounded, whatever the account has: a page that ends early is short and has a cursor.
 */
public final class AccountDeliveries {

    /** How many webhooks one page looks at, at two queries each. */
    static final int WEBHOOKS = 100;

    /** After how many rows a page begins with no further webhook. The last webhook may add as many deliveries again. */
    static final int READ_BUDGET = 1_000;

    private final VisibleWebhooks webhooks;
    private final DeliveryOverview overview;
    private final FeedReader feed;
    private final Duration retention;

    /**
     * @param feed the events that the deliveries are of
     * @param retention how long events and their deliveries are kept
     */
    public AccountDeliveries(VisibleWebhooks webhooks, DeliveryOverview overview, FeedReader feed, Duration retention) {
        this.webhooks = webhooks;
        this.overview = overview;
        this.feed = feed;
        this.retention = retention;
    }

    /** A delivery and its webhook. */
    public record Found(Webhook webhook, LoggedDelivery delivery) {}

    /**
     * A place in the list.
     *
     * @param webhook the last webhook that was looked at; it need not exist any more
     * @param event the event of its last delivery that was looked at; empty when there are no more
     */
    public record Position(WebhookId webhook, Optional<EventId> event) {

        private static final String SEPARATOR = ".";

        /** Parses the text of a position; empty when it has another form. */
        public static Optional<Position> parse(String text) {
            int dot = text.indexOf(SEPARATOR);
            if (dot < 0) {
                return WebhookId.parse(text).map(webhook -> new Position(webhook, Optional.empty()));
            }
            return WebhookId.parse(text.substring(0, dot)).flatMap(webhook -> EventId.parse(text.substring(dot + 1))
                    .map(event -> new Position(webhook, Optional.of(event))));
        }

        /** The position as a cursor. */
        public String text() {
            return webhook.value() + event.map(id -> SEPARATOR + id.value()).orElse("");
        }
    }

    /**
     * Reads one page.
     *
     * @param query the wanted deliveries and the size of the page; where it begins is ignored
     * @param after where the previous page ended
     * @param cost is told how many simple requests cost as much beyond one: one for each webhook but the first, and those of the rows
     */
    public Page<Found, Position> page(
            AccountId account, DeliveryQuery query, Optional<Position> after, Instant now, IntConsumer cost) {
        Walk walk = new Walk(query, now);
        Page<Found, Position> page = page(account, query, after, walk);
        cost.accept(Math.max(0, walk.lookedAt - 1) + walk.read.furtherRequests());
        return page;
    }

    private Page<Found, Position> page(AccountId account, DeliveryQuery query, Optional<Position> after, Walk walk) {
        Optional<Position> end = after.filter(position -> position.event().isPresent())
                .flatMap(position -> webhooks.one(account, query.seen(), position.webhook())
                        .flatMap(webhook -> walk.over(webhook, position.event())));
        if (end.isPresent()) {
            return new Page<>(walk.found, end);
        }
        Page<Webhook, WebhookId> next = webhooks.page(account, query.seen(), after.map(Position::webhook), WEBHOOKS);
        for (Webhook webhook : next.items()) {
            end = walk.over(webhook, Optional.empty());
            if (end.isPresent()) {
                return new Page<>(walk.found, end);
            }
        }
        return new Page<>(walk.found, next.next().map(webhook -> new Position(webhook, Optional.empty())));
    }

    /** Collects the deliveries of one page. */
    private final class Walk {

        private final DeliveryQuery query;
        private final Instant now;
        private final List<Found> found = new ArrayList<>();
        private final RowsRead read = new RowsRead();
        private int lookedAt;

        Walk(DeliveryQuery query, Instant now) {
            this.query = query;
            this.now = now;
        }

        /** Collects deliveries of one webhook. Returns where the page ends, or empty when it goes on with the next webhook. */
        Optional<Position> over(Webhook webhook, Optional<EventId> after) {
            lookedAt++;
            Page<LoggedDelivery, EventId> page = new DeliveryReader(overview.of(webhook, read), feed, retention)
                    .page(webhook, query.page(after, query.limit() - found.size()), now, read);
            page.items().forEach(delivery -> found.add(new Found(webhook, delivery)));
            boolean ends = page.next().isPresent() || found.size() == query.limit() || read.count() >= READ_BUDGET;
            return ends ? Optional.of(new Position(webhook.id(), page.next())) : Optional.empty();
        }
    }
}
