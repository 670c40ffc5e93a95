package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.webhook.WebhookCandidates;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Queues operational events for the webhooks that get them, on the retry queue. The webhooks of an account are read once, so an instance
 * serves one batch. A webhook whose row is unreadable gets nothing; fan-out says so.
 */
public final class OperationalFanOut {

    private final WebhookStore webhooks;
    private final MessageQueue<DeliveryMessage> retries;
    private final Clock clock;
    private final Map<AccountId, WebhookCandidates> read = new HashMap<>();

    public OperationalFanOut(WebhookStore webhooks, MessageQueue<DeliveryMessage> retries, Clock clock) {
        this.webhooks = webhooks;
        this.retries = retries;
        this.clock = clock;
    }

    /**
     * Queues events that have just become due.
     *
     * @throws RuntimeException when some could not be queued; others may have been
     */
    public void send(List<OperationalEvent> events) {
        send(events, UnaryOperator.identity());
    }

    /**
     * Queues events that may have been queued before. The sender looks into the log before it attempts one.
     *
     * @throws RuntimeException when some could not be queued; others may have been
     */
    public void sendAgain(List<OperationalEvent> events) {
        send(events, message -> message.drained(message.notBefore()));
    }

    private void send(List<OperationalEvent> events, UnaryOperator<DeliveryMessage> marked) {
        Instant now = clock.instant();
        for (OperationalEvent event : events) {
            List<DeliveryMessage> messages =
                    read.computeIfAbsent(event.account(), webhooks::candidates).webhooks().stream()
                            .filter(event::isFor)
                            .map(webhook -> marked.apply(
                                    DeliveryMessage.first(webhook, event.payload(), DeliveryMessage.FIRST_CYCLE, now)))
                            .toList();
            if (!messages.isEmpty()) {
                retries.send(messages);
            }
        }
    }
}
