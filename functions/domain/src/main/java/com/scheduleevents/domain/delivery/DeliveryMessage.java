package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Optional;

/**
 * What a queue carries of a delivery: the event itself, and which attempt is to be made when.
 *
 * @param account whose webhook and event it is
 * @param webhook where it goes
 * @param term the webhook's term that the delivery belongs to
 * @param event the event, byte for byte
 * @param attempt the number of the attempt to make, from 1
 * @param firstAttempt when the delivery was attempted first; empty before that
 * @param notBefore when the attempt is due
 */
public record DeliveryMessage(
        AccountId account,
        WebhookId webhook,
        long term,
        Event event,
        int attempt,
        Optional<Instant> firstAttempt,
        Instant notBefore) {

    /** Refuses a number that no attempt has. */
    public DeliveryMessage {
        if (attempt < 1) {
            throw new IllegalArgumentException("attempts are counted from 1");
        }
    }

    /** The first message of a delivery. */
    public static DeliveryMessage first(Webhook webhook, Event event, Instant now) {
        return new DeliveryMessage(webhook.account(), webhook.id(), webhook.term(), event, 1, Optional.empty(), now);
    }

    /** The message of a later attempt of the same delivery. */
    public DeliveryMessage next(RetrySchedule.Next.Again again, Instant firstAttemptAt) {
        return new DeliveryMessage(
                account, webhook, term, event, again.attempt(), Optional.of(firstAttemptAt), again.notBefore());
    }
}
