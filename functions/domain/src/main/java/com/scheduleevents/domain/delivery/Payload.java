package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.time.Timestamps;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What a delivery sends: a recorded event, or a ping, which is not recorded.
 *
 * @param id its identifier
 * @param clinic its clinic; a ping has none
 * @param json the JSON, byte for byte as it is delivered
 */
public record Payload(EventId id, String type, Optional<ClinicId> clinic, String json) {

    /** The type of a ping. It is not a registered event type, so it can be neither recorded nor subscribed to. */
    public static final String PING = "webhook.ping";

    /** A recorded event. */
    public static Payload of(Event event) {
        return new Payload(event.id(), event.type(), Optional.of(event.clinic()), event.json());
    }

    /** A new ping of a webhook. */
    public static Payload ping(WebhookId webhook, Instant now, RandomGenerator random) {
        EventId id = EventId.mint(now, random);
        // Neither identifier nor timestamp can hold what JSON would have to escape.
        String json = """
                {"id":"%s","type":"%s","webhook_id":"%s","created_at":"%s"}""".formatted(id.value(), PING, webhook.value(), Timestamps.formatMillis(id.mintedAt()));
        return new Payload(id, PING, Optional.empty(), json);
    }

    /** Whether it is a ping, which is attempted once and does not affect the webhook's health. */
    public boolean isPing() {
        return type.equals(PING);
    }

    /** Whether it is delivered to the webhook. */
    boolean isFor(Webhook webhook) {
        return isPing() || clinic.filter(of -> webhook.matches(type, of)).isPresent();
    }

    /** Without the JSON: schedule data is health data and belongs in no log. */
    @Override
    public String toString() {
        return "Payload[" + id.value() + ", " + type + "]";
    }
}
