package com.scheduleevents.simulation.promises;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks what has to be true at the end of a run, when every promise has come due. */
public final class FinalChecks {

    /** So long after faults ended and receivers came back, a circuit with a backlog is closed: after a probe within eleven minutes, and three more. */
    public static final Duration CLOSES_WITH_BACKLOG = Duration.ofMinutes(20);

    /**
     * Within this time something is sent of a backlog that is being drained. What was drained while reads were slow goes back to the backlog and is
     * drained again, so that a single look may find some of it there.
     */
    public static final Duration DRAINS_AGAIN = Duration.ofMinutes(15);

    /** So often an open circuit is probed: every ten minutes and a tenth of it, a minute of the clock, a lease, and what comes late. */
    private static final Duration PROBED = Duration.ofMinutes(15);

    /** Events of the last minutes may still be on their way. */
    private static final Duration ON_ITS_WAY = Duration.ofMinutes(30);

    /** Events of the minutes before a replay may not be in the index that it reads yet. */
    private static final Duration REPLAYED_FROM = Duration.ofMinutes(10);

    private final Ledger ledger;
    private final SimulatedInternet internet;
    private final FinalState state;
    private final Instant now;

    /** Checks of a state at a time. */
    public FinalChecks(Ledger ledger, SimulatedInternet internet, FinalState state, Instant now) {
        this.ledger = ledger;
        this.internet = internet;
        this.state = state;
        this.now = now;
    }

    /** Tells the ledger of every promise that is broken. */
    public void check() {
        ledger.events().forEach(this::checkRecorded);
        ledger.webhooks().forEach(this::check);
        internet.rejectedAgain()
                .forEach(request ->
                        ledger.breaks(Promise.AUTHORIZED, request, "the receiver had rejected that token or session"));
        ledger.reports().check();
        new ThinDeliveries(ledger).check();
        ledger.histories().check();
        ledger.externalIds().check();
        new DisablingChecks(ledger, state.mails()).check();
        new MailChecks(ledger, state.mails()).check();
        new CertificateChecks(ledger, state.mails(), now).check();
        new AuditChecks(ledger, state).check();
        state.auditLogs().forEach(ledger.keys()::check);
        new ExpiryChecks(ledger, state.mails(), now).check();
        new RowChecks(ledger, ledger.retention(), now).check(state.expiries());
        checkQueues();
        state.usage().forEach(new UsageChecks(ledger)::check);
        state.figures().forEach((account, days) -> new UsageChecks(ledger)
                .checkFigures(account, days, state.usage().getOrDefault(account, List.of())));
    }

    /**
     * Tells the ledger of every circuit that is still open although its backlog holds deliveries. To be called
     * {@link #CLOSES_WITH_BACKLOG} after faults ended and receivers came back.
     *
     * @param webhooks by id, as the API shows them
     */
    public static void checkCircuitsWithBacklog(
            Ledger ledger, SimulatedInternet internet, Map<String, JsonNode> webhooks, Instant now) {
        Map<String, JsonNode> waiting = new HashMap<>(webhooks);
        waiting.values().removeIf(shown -> shown.at("/health/backlog").asInt() == 0);
        checkCircuits(ledger, internet, waiting, now);
    }

    /**
     * Tells the ledger of every circuit that is still open. To be called an hour after faults ended and receivers came back: a probe
     * comes at most eleven minutes later, then three; or four, ten minutes apart, find that the backlog is empty.
     *
     * @param webhooks by id, as the API shows them
     */
    public static void checkCircuits(
            Ledger ledger, SimulatedInternet internet, Map<String, JsonNode> webhooks, Instant now) {
        for (WatchedWebhook webhook : ledger.webhooks()) {
            JsonNode shown = webhooks.get(webhook.id());
            if (shown != null
                    && shown.path("status").asText().equals("active")
                    && !shown.path("health").path("circuit").asText().equals("closed")
                    && !webhook.wasResumedAfter(now.minus(CLOSES_WITH_BACKLOG))
                    && !internet.at(webhook.host()).character().isIncurable()) {
                ledger.breaks(
                        Promise.CIRCUIT_CLOSES,
                        webhook.id(),
                        "its receiver came back long ago, and its health is " + shown.path("health"));
            }
        }
    }

    /**
     * Tells the ledger of every open circuit that was not probed lately although a delivery has waited for it. To be called when receivers
     * have been away for over an hour, so that the longest wait between two probes is reached.
     *
     * @param webhooks by id, as the API shows them
     */
    public static void checkProbes(Ledger ledger, Map<String, JsonNode> webhooks, Instant now) {
        Instant latest = now.minus(PROBED);
        for (WatchedWebhook webhook : ledger.webhooks()) {
            JsonNode health = webhooks.getOrDefault(webhook.id(), MissingNode.getInstance())
                    .path("health");
            if (health.path("circuit").asText().equals("open")
                    && health.path("backlog").asInt() > 0
                    && ledger.events().stream()
                            .anyMatch(event -> waitsSince(latest, webhook, event) && isItsTurn(ledger, webhook, event))
                    && webhook.attempts().noneMatch(attempt -> attempt.at().isAfter(latest))) {
                ledger.breaks(
                        Promise.CIRCUIT_CLOSES,
                        webhook.id(),
                        "it was not probed for " + PROBED + ", and its health is " + health);
            }
        }
    }

    /** What waits for an earlier event of its appointment cannot be a probe's attempt: the earlier one may be between two retries. */
    private static boolean isItsTurn(Ledger ledger, WatchedWebhook webhook, WatchedEvent event) {
        return !webhook.settings().ordered()
                || ledger.inTheOrderOf(event)
                        .filter(webhook::owes)
                        .allMatch(earlier -> webhook.hasAccepted(String.valueOf(earlier.id())));
    }

    private static boolean waitsSince(Instant time, WatchedWebhook webhook, WatchedEvent event) {
        return event.id() != null
                && webhook.owes(event)
                && event.begun().isBefore(time)
                && webhook.attempts(event.id()).isEmpty();
    }

    /**
     * The webhooks whose circuit is closed although their backlog still holds deliveries. To be called when there was time to drain it.
     *
     * @param webhooks by id, as the API shows them
     */
    public static Set<String> undrained(Ledger ledger, SimulatedInternet internet, Map<String, JsonNode> webhooks) {
        return ledger.webhooks().stream()
                .filter(webhook -> !webhook.settings().pulled())
                .filter(webhook -> !internet.at(webhook.host()).character().isIncurable())
                .map(WatchedWebhook::id)
                .filter(webhook -> {
                    JsonNode shown = webhooks.getOrDefault(webhook, MissingNode.getInstance());
                    JsonNode health = shown.path("health");
                    return shown.path("status").asText().equals("active")
                            && health.path("circuit").asText().equals("closed")
                            && health.path("backlog").asInt() > 0;
                })
                .collect(Collectors.toSet());
    }

    /**
     * Tells the ledger of every webhook that was undrained before, still is, and was sent nothing meanwhile: nothing brings its backlog along. To be
     * called {@link #DRAINS_AGAIN} after the first look.
     *
     * @param before what was undrained at the first look
     * @param since when that was
     * @param webhooks by id, as the API shows them
     */
    public static void checkDrained(
            Ledger ledger,
            SimulatedInternet internet,
            Set<String> before,
            Instant since,
            Map<String, JsonNode> webhooks) {
        Set<String> undrained = undrained(ledger, internet, webhooks);
        for (WatchedWebhook webhook : ledger.webhooks()) {
            if (before.contains(webhook.id())
                    && undrained.contains(webhook.id())
                    && webhook.attempts().noneMatch(attempt -> attempt.at().isAfter(since))) {
                ledger.breaks(
                        Promise.CALM_AFTERWARDS,
                        webhook.id(),
                        "its circuit closed long ago, it was sent nothing for " + DRAINS_AGAIN + ", and its health is "
                                + webhooks.getOrDefault(webhook.id(), MissingNode.getInstance())
                                        .path("health"));
            }
        }
    }

    private void checkRecorded(WatchedEvent event) {
        if (event.isAcknowledged() && event.id() == null) {
            ledger.breaks(
                    Promise.RECORDED_STAYS, event.appointment(), "the queue took it, and it never came to the feed");
        }
    }

    private void check(WatchedWebhook webhook) {
        JsonNode shown = state.webhooks().get(webhook.id());
        if (webhook.isDeleted() != (shown == null)) {
            ledger.breaks(
                    Promise.ISOLATED,
                    webhook.id(),
                    webhook.isDeleted() ? "it is shown after its deletion" : "it is gone");
        } else if (shown != null && shown.path("status").asText().equals("active")) {
            checkDelivered(webhook);
            undisturbedReplays(webhook).forEach(replay -> checkReplayed(webhook, replay));
            checkCalm(webhook, shown);
        } else if (shown != null && !webhook.isDisabledOnPurpose()) {
            checkNotRequested(webhook, shown);
        }
    }

    private void checkDelivered(WatchedWebhook webhook) {
        for (WatchedEvent event : ledger.events()) {
            String id = event.id();
            if (id != null
                    && webhook.owes(event)
                    && !webhook.hasAccepted(id)
                    && event.begun().isBefore(now.minus(ON_ITS_WAY))
                    && !isStillTried(webhook, id)
                    && !waitsForOneThatIsStillTried(webhook, event)) {
                ledger.breaks(
                        webhook.settings().pulled() ? Promise.PULLED_UNTIL_ACKNOWLEDGED : Promise.DELIVERED_OR_DISABLED,
                        id,
                        webhook.id() + " has not accepted it, after "
                                + webhook.attempts(id).size() + " attempts");
            }
        }
    }

    /** The last day's deliveries to a receiver that refuses them are not at their end yet. */
    private boolean isStillTried(WatchedWebhook webhook, String event) {
        boolean refused = internet.at(webhook.host()).character().isIncurable();
        return refused
                && webhook.attempts(event).stream()
                        .anyMatch(attempt -> attempt.at().isAfter(now.minus(Duration.ofHours(25))));
    }

    private boolean waitsForOneThatIsStillTried(WatchedWebhook webhook, WatchedEvent event) {
        return webhook.settings().ordered()
                && ledger.inTheOrderOf(event)
                        .filter(webhook::owes)
                        .anyMatch(earlier -> isStillTried(webhook, String.valueOf(earlier.id())));
    }

    private void checkCalm(WatchedWebhook webhook, JsonNode shown) {
        JsonNode health = shown.path("health");
        boolean calm = health.path("circuit").asText().equals("closed")
                && health.path("backlog").asInt() == 0;
        if (!calm && !internet.at(webhook.host()).character().isIncurable()) {
            ledger.breaks(
                    Promise.CALM_AFTERWARDS, webhook.id(), "its receiver is healthy, and its health is " + health);
        }
    }

    private void checkNotRequested(WatchedWebhook webhook, JsonNode shown) {
        String reason = shown.path("disabled_reason").asText();
        if (!reason.equals("retries_exhausted") && !reason.equals("deliveries_expiring")) {
            ledger.breaks(
                    Promise.DISABLED_WITH_REASON,
                    webhook.id(),
                    "it is disabled (" + reason + "), which nobody asked for");
        }
    }

    /** Replays that nothing but time can have kept from reaching their end. */
    private static Stream<Fact.ReplayAsked> undisturbedReplays(WatchedWebhook webhook) {
        return webhook.facts(Fact.ReplayAnswered.class)
                .filter(Fact.ReplayAnswered::runs)
                .map(Fact.ReplayAnswered::asked)
                .filter(asked -> webhook.isWanted() && !asked.at().isBefore(webhook.obligedFrom()));
    }

    private void checkReplayed(WatchedWebhook webhook, Fact.ReplayAsked replay) {
        for (WatchedEvent event : ledger.events()) {
            String id = event.id();
            if (id != null
                    && webhook.owes(event, replay.at())
                    && event.created().isAfter(replay.since())
                    && event.created().isBefore(replay.at().minus(REPLAYED_FROM))
                    && webhook.attempts(id).stream()
                            .noneMatch(attempt -> attempt.at().isAfter(replay.at()))
                    // A consumer had pulled it before, and acknowledged it when the replay was under way.
                    && webhook.acknowledgements(id).noneMatch(replay.at()::isBefore)) {
                ledger.breaks(
                        Promise.REPLAY_IS_COMPLETE,
                        id,
                        webhook.id() + " was not sent it again by the replay that its owner asked for at "
                                + replay.at());
            }
        }
    }

    private void checkQueues() {
        state.queues().forEach((queue, messages) -> messages.stream()
                .filter(message -> !isOfTheDay(queue, message))
                .limit(1)
                .forEach(message -> ledger.breaks(
                        queue.endsWith("DeadLetters") ? Promise.NO_GOOD_MESSAGE_IS_DEAD : Promise.CALM_AFTERWARDS,
                        queue,
                        messages.size() + " messages are left in it, such as " + message)));
    }

    /** A delivery or a probe of a receiver that refuses what it gets, which is tried again. */
    private boolean isOfTheDay(String queue, String message) {
        return queue.equals("RetryQueue")
                && ledger.webhooks().stream()
                        .filter(webhook ->
                                internet.at(webhook.host()).character().isIncurable())
                        .anyMatch(webhook -> message.contains(webhook.id()));
    }
}
