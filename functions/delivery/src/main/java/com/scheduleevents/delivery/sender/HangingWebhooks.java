package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which webhooks hang and which respond, as this execution environment saw it in the last minute: by its own attempts, and in the rows that
 * it read. Where several webhooks of an account hang, their first attempts would keep the senders of the deliveries queue busy for as long as
 * each waits for its timeout, and neighbours would wait behind them. Nothing is stored: an environment that has seen nothing learns it with
 * its first reads, because an attempt that times out is written to the row anyway.
 */
final class HangingWebhooks {

    /** How long an environment remembers. */
    static final Duration MEMORY = Duration.ofMinutes(1);

    /** The webhooks of an account that hang at least before any of them is held back; one alone is no burden. */
    static final int SEVERAL = 2;

    private static final int MOST_ACCOUNTS = 1_000;

    private final Map<AccountId, Map<WebhookId, Seen>> accounts = new LinkedHashMap<>(16, 0.75f, true);

    /** Notes that an attempt of a webhook begins. */
    synchronized void begins(Webhook webhook, Instant now) {
        ofAccount(webhook, now)
                .merge(webhook.id(), new Seen(now, false, Optional.of(now)), (known, _) -> known.attemptedSince(now));
    }

    /** Notes how it ended. */
    synchronized void saw(Webhook webhook, AttemptOutcome outcome, Instant now) {
        boolean hung = outcome.outcomeClass() == OutcomeClass.TIMEOUT
                || outcome.duration().compareTo(ResponseTimes.SLOW) > 0;
        ofAccount(webhook, now).put(webhook.id(), new Seen(now, hung, Optional.empty()));
    }

    /**
     * Whether a webhook is held back because several of its account hang. One that responds is not, however many others hang; one of which
     * nothing is known is taken for what most of its account are.
     *
     * @param webhook as it was just read
     */
    synchronized boolean holdBack(Webhook webhook, Instant now) {
        Map<WebhookId, Seen> seen = ofAccount(webhook, now);
        if (hangs(webhook.health(), now)) {
            seen.put(webhook.id(), new Seen(now, true, Optional.empty()));
        } else {
            seen.computeIfPresent(webhook.id(), (_, before) -> before.unlessRecovered(webhook.health()));
        }
        long hanging = seen.values().stream().filter(known -> known.hangs(now)).count();
        boolean own = Optional.ofNullable(seen.get(webhook.id()))
                .map(known -> known.hangs(now))
                .orElse(2 * hanging > seen.size());
        return own && hanging >= SEVERAL;
    }

    /** Whether its row says so: its last attempt timed out and the next one is not overdue, or its responses are slow. */
    private static boolean hangs(Health health, Instant now) {
        boolean timesOut = health.isFailing()
                && health.failures().cover(now)
                && health.failures()
                        .last()
                        .map(LastFailure::outcome)
                        .filter(OutcomeClass.TIMEOUT::equals)
                        .isPresent();
        return timesOut || health.slow();
    }

    /** What is known of the webhooks of an account. */
    private Map<WebhookId, Seen> ofAccount(Webhook webhook, Instant now) {
        Map<WebhookId, Seen> seen = accounts.computeIfAbsent(webhook.account(), _ -> new HashMap<>());
        if (accounts.size() > MOST_ACCOUNTS) {
            accounts.remove(accounts.keySet().iterator().next());
        }
        Instant oldest = now.minus(MEMORY);
        seen.values().removeIf(known -> known.at().isBefore(oldest));
        return seen;
    }

    /**
     * What is known of a webhook.
     *
     * @param at when it was seen
     * @param hung whether an attempt timed out or took long
     * @param attempted since when an attempt has been under way, if one is
     */
    private record Seen(Instant at, boolean hung, Optional<Instant> attempted) {

        boolean hangs(Instant now) {
            return hung
                    || attempted
                            .filter(since -> since.plus(ResponseTimes.SLOW).isBefore(now))
                            .isPresent();
        }

        Seen attemptedSince(Instant now) {
            return new Seen(at, hung, attempted.or(() -> Optional.of(now)));
        }

        /** The same, or that it responds if its row says that it has recovered since. */
        Seen unlessRecovered(Health health) {
            return health.healthySince()
                    .filter(at::isBefore)
                    .map(since -> new Seen(since, false, attempted))
                    .orElse(this);
        }
    }
}
