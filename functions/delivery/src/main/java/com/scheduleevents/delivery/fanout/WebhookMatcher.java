package com.scheduleevents.delivery.fanout;

import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.event.EventFields;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookCandidates;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;

/**
 * Finds the webhooks that match the events of one batch. Those of an account are read once, for the clinics that the batch has events of, and
 * those of its accounts side by side. All events of the batch were recorded before these reads, so they find every webhook that was
 * registered before any of them.
 */
final class WebhookMatcher {

    /** How many accounts are read at once; each makes some calls for its clinics, and the client has 50 connections. */
    private static final int CONCURRENCY = 10;

    /** No read begins later than this before the function is ended: its call may take eight seconds, and what was matched is then sent. */
    private static final Duration RESERVE = Duration.ofSeconds(20);

    private final WebhookStore webhooks;
    private final Clock clock;
    private final Supplier<Duration> timeLeft;
    private final Map<AccountId, Supplier<WebhookCandidates>> candidates;

    /**
     * @param batch all events that will be matched
     * @param timeLeft until the function is ended
     */
    WebhookMatcher(WebhookStore webhooks, Collection<RecordedEvent> batch, Clock clock, Supplier<Duration> timeLeft) {
        this.webhooks = webhooks;
        this.clock = clock;
        this.timeLeft = timeLeft;
        this.candidates = batch.stream()
                .collect(Collectors.groupingBy(
                        RecordedEvent::account,
                        LinkedHashMap::new,
                        Collectors.mapping(recorded -> recorded.event().clinic(), Collectors.toSet())))
                .entrySet()
                .stream()
                .gather(Gatherers.mapConcurrent(CONCURRENCY, InvocationLogContext.carriedOver(this::read)))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Returns one match for each active webhook that the event is to be sent to. */
    List<Match> matches(RecordedEvent recorded) {
        EventFields fields = new EventFields(recorded.event().json());
        return candidates(recorded).webhooks().stream()
                .filter(webhook -> webhook.gets(recorded.event(), fields))
                .map(webhook ->
                        new Match(DeliveryMessage.first(webhook, recorded.event(), clock.instant()), Way.of(webhook)))
                .toList();
    }

    /** Returns the webhooks that may match but whose rows cannot be read. */
    List<WebhookCandidates.Unreadable> unreadable(RecordedEvent recorded) {
        return candidates(recorded).unreadable();
    }

    private WebhookCandidates candidates(RecordedEvent recorded) {
        return Objects.requireNonNull(candidates.get(recorded.account())).get();
    }

    /** A read that failed concerns the events of its account only. */
    private Map.Entry<AccountId, Supplier<WebhookCandidates>> read(Map.Entry<AccountId, Set<ClinicId>> recorded) {
        try {
            if (timeLeft.get().compareTo(RESERVE) < 0) {
                throw new IllegalStateException("no time is left to read the webhooks of "
                        + recorded.getKey().value());
            }
            WebhookCandidates found = webhooks.candidates(recorded.getKey(), recorded.getValue());
            return Map.entry(recorded.getKey(), () -> found);
        } catch (RuntimeException e) {
            return Map.entry(recorded.getKey(), () -> {
                throw e;
            });
        }
    }

    /**
     * A delivery of an event to a webhook.
     *
     * @param message the message for its first attempt
     */
    record Match(DeliveryMessage message, Way way) {}

    /** Where the message of a delivery goes. */
    enum Way {
        /** The deliveries queue. */
        DELIVERIES,
        /** The retry queue: the webhook is suspended, failing or slow, and deliveries to healthy ones do not wait behind it. */
        RETRIES,
        /** The backlog, where probes find them: the circuit is open. */
        OPEN_CIRCUIT,
        /** The backlog, from which consumers pull. */
        PULLED;

        private static Way of(Webhook webhook) {
            if (webhook.isPulled()) {
                return PULLED;
            }
            if (webhook.health().isCircuitOpen() && !webhook.suspended()) {
                return OPEN_CIRCUIT;
            }
            return webhook.suspended() || webhook.health().isDoubtful() ? RETRIES : DELIVERIES;
        }
    }
}
