package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventDraft;
import com.scheduleevents.domain.event.EventFields;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.ServiceEventJson;
import com.scheduleevents.domain.time.Timestamps;
import com.scheduleevents.domain.webhook.PayloadStyle;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What a delivery sends: a recorded event, an operational event, or a ping or test event. The last two are trials: they are attempted
 * once, and their failure has no consequences.
 *
 * @param id its identifier
 * @param clinic its clinic, if it was recorded; the others have none
 * @param json the whole JSON, by which webhooks select events
 */
public record Payload(EventId id, String type, Optional<ClinicId> clinic, String json) {

    /** The type of a ping. It is not a registered event type, so it can be neither recorded nor subscribed to. */
    public static final String PING = "webhook.ping";

    /** The type of a challenge, which is neither recorded nor logged as a delivery. */
    public static final String CHALLENGE = "webhook.verification";

    /** A recorded event. */
    public static Payload of(Event event) {
        return new Payload(event.id(), event.type(), Optional.of(event.clinic()), event.json());
    }

    /**
     * A ping of a webhook.
     *
     * @param id the id of its event
     */
    public static Payload ping(WebhookId webhook, EventId id) {
        return ofService(PING, new ServiceEventJson().with("webhook_id", webhook.value()), id);
    }

    /**
     * A challenge, which the receiver at the URL of a webhook has to return.
     *
     * @param challenge letters and digits
     */
    public static Payload challenge(WebhookId webhook, String challenge, Instant now, RandomGenerator random) {
        ServiceEventJson own =
                new ServiceEventJson().with("webhook_id", webhook.value()).with("challenge", challenge);
        return ofService(CHALLENGE, own, EventId.mint(now, random));
    }

    private static Payload ofService(String type, ServiceEventJson own, EventId id) {
        String json = new ServiceEventJson()
                .with("id", id.value())
                .with("type", type)
                .with(own)
                .with("created_at", Timestamps.formatMillis(id.mintedAt()))
                .text();
        return new Payload(id, type, Optional.empty(), json);
    }

    /**
     * A test event. It belongs to no clinic, whatever its JSON says, so that everybody who sees the webhook sees its delivery, and nobody is
     * billed for it.
     *
     * @param id the id of a test event
     */
    public static Payload test(EventDraft draft, EventId id) {
        return new Payload(id, draft.type(), Optional.empty(), draft.json(id));
    }

    /**
     * The body of a delivery. A ping, a challenge and an operational event tell of a webhook and not of a clinic's schedule, and nobody can
     * read them later: they are the same in both styles.
     */
    String body(PayloadStyle style) {
        boolean ofWebhook = isPing() || type.equals(CHALLENGE) || OperationalEvent.isOne(type);
        return style == PayloadStyle.FULL || ofWebhook ? json : ServiceEventJson.thin(json);
    }

    /** Whether it is a ping or test event, which is attempted once and whose failure has no consequences. */
    public boolean isTrial() {
        return isPing() || isTest();
    }

    /** Whether it is a test event. */
    public boolean isTest() {
        return id.isTest();
    }

    /** Whether it is a ping. */
    public boolean isPing() {
        return type.equals(PING);
    }

    /** Whether it is delivered to the webhook. */
    boolean isFor(Webhook webhook) {
        if (isTrial()) {
            return true;
        }
        return OperationalEvent.isOne(type)
                ? OperationalEvent.isFor(webhook, type, json)
                : clinic.filter(of -> webhook.mismatch(type, of, new EventFields(json))
                                .isEmpty())
                        .isPresent();
    }

    /** Without the JSON: schedule data is health data and belongs in no log. */
    @Override
    public String toString() {
        return "Payload[" + id.value() + ", " + type + "]";
    }
}
