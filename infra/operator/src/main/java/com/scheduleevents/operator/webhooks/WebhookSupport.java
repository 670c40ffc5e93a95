package com.scheduleevents.operator.webhooks;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.circuit.DeliveryOverview;
import com.scheduleevents.domain.delivery.DeliveryQuery;
import com.scheduleevents.domain.delivery.DeliveryReader;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.delivery.Redelivery;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.FeedReader;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookCandidates;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.terminal.CommandFailure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The webhooks of a deployment with the deliveries of all their clinics, whichever their keys see. */
final class WebhookSupport {

    /** The largest number of deliveries of a backlog that is counted, as in the API. */
    static final int MAX_COUNTED = 1_000;

    /** Each looks at 1,000 deliveries. */
    private static final int SEARCHED_PAGES = 20;

    private final WebhookStore webhooks;
    private final Backlog backlog;
    private final DeliveryOverview overview;
    private final FeedReader feed;
    private final Redelivery redelivery;
    private final Duration retention;
    private final Clock clock;

    private WebhookSupport(Deployment deployment) {
        this.retention = deployment.retention();
        this.clock = deployment.clock();
        this.webhooks = deployment.webhooks();
        this.backlog = deployment.backlog();
        this.overview = deployment.deliveryOverview();
        this.feed = new FeedReader(deployment.events(), retention);
        this.redelivery = new Redelivery(deployment.deliveryLog(), deployment.retries(), retention);
    }

    /** The webhooks of that deployment. */
    static WebhookSupport of(Deployment deployment) {
        return new WebhookSupport(deployment);
    }

    /** All webhooks of an account. */
    WebhookCandidates all(AccountId account) {
        return webhooks.candidates(account);
    }

    /** Requires that the account has the webhook, and that its row can be read. */
    Webhook require(AccountId account, WebhookId id) {
        try {
            return webhooks.find(account, id)
                    .orElseThrow(() -> new CommandFailure("The account " + account.value() + " has no webhook "
                            + id.value() + "; list its webhooks: operator webhook list " + account.value() + "."));
        } catch (UnreadableRow e) {
            throw new CommandFailure("The row of " + id.value() + " cannot be read; fix it first: " + e.reason(), e);
        }
    }

    /** The size of its backlog, counted up to {@link #MAX_COUNTED}. */
    int backlog(Webhook webhook) {
        return webhook.health().hasBacklog() ? backlog.count(webhook.id(), webhook.generation(), MAX_COUNTED) : 0;
    }

    /**
     * The deliveries of a webhook, newest event first. Of a long list, page after page is read until there are enough, the list ends, or
     * {@link #SEARCHED_PAGES} pages in a row had none of those that are wanted.
     *
     * @param query what is wanted, from where and how many
     * @return the deliveries, and where the list goes on
     */
    Page<LoggedDelivery, EventId> deliveries(Webhook webhook, DeliveryQuery query) {
        DeliveryReader reader = new DeliveryReader(overview.of(webhook, _ -> {}), feed, retention);
        List<LoggedDelivery> found = new ArrayList<>();
        Optional<EventId> next = query.startingAfter();
        int emptyPages = 0;
        do {
            Page<LoggedDelivery, EventId> page =
                    reader.page(webhook, query.page(next, query.limit() - found.size()), clock.instant(), _ -> {});
            found.addAll(page.items());
            emptyPages = page.items().isEmpty() ? emptyPages + 1 : 0;
            next = page.next();
        } while (next.isPresent() && found.size() < query.limit() && emptyPages < SEARCHED_PAGES);
        return new Page<>(found, next);
    }

    /** Requires that the webhook has a delivery of the event. */
    LoggedDelivery require(Webhook webhook, EventId event) {
        return overview.find(webhook, event, new Clinics.All())
                .orElseThrow(
                        () -> new CommandFailure("The webhook " + webhook.id().value() + " has no delivery of "
                                + event.value()
                                + ": the event does not match the webhook, or was recorded while it was disabled."));
    }

    /**
     * Begins a new retry cycle of a delivery, as the API does.
     *
     * @return the delivery as it is now
     */
    LoggedDelivery redeliver(Webhook webhook, EventId event) {
        if (!webhook.isActive()) {
            throw new CommandFailure("The webhook " + webhook.id().value()
                    + " is disabled, and nothing is sent to it: enable it first, if its owner agrees.");
        }
        Instant now = clock.instant();
        Payload payload = feed.one(webhook.account(), event, now)
                .filter(webhook::matches)
                .map(Payload::of)
                .orElseThrow(() ->
                        new CommandFailure("The account " + webhook.account().value() + " has no event " + event.value()
                                + " that this webhook matches."));
        return redelivery.request(webhook, payload, now);
    }
}
