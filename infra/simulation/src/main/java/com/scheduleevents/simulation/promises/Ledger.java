package com.scheduleevents.simulation.promises;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Everything that producers, owners and receivers know of a run, and which promises were found broken. */
public final class Ledger {

    private static final int MOST_KEPT = 50;

    /** The reasons of disablings that the service itself decided on. */
    private static final Set<String> OF_THE_SERVICE = Set.of("retries_exhausted", "deliveries_expiring", "key_revoked");

    /**
     * Why a message may become a dead-letter message, by queue: a producer's change of a clinic that the operator has removed meanwhile waits
     * there until it is added again. All that the service itself puts on its queues can be handled, sooner or later.
     */
    private static final Map<String, Optional<String>> LEGITIMATE =
            Map.of("ChangesDeadLetters", Optional.of("clinic_not_allowed: clinic_id"));

    /** What the clock of a function may be wrong by when it compares an event's age. */
    private static final Duration CLOCKS = Duration.ofSeconds(1);

    private final SimulatedWorld world;
    private final Duration retention;
    private final ExpectedRetries retries;
    private final AttemptChecks checks;
    private final Map<String, WatchedEvent> events = new LinkedHashMap<>();
    private final Map<String, List<WatchedEvent>> lanes = new HashMap<>();
    private final Map<String, JsonNode> listed = new LinkedHashMap<>();
    private final Map<String, WatchedWebhook> webhooks = new LinkedHashMap<>();
    private final Map<String, WatchedWebhook> byUrl = new LinkedHashMap<>();
    private final Map<String, List<ReceivedRequest>> unconfirmed = new HashMap<>();
    private final OperationalReports reports = new OperationalReports(this);
    private final WatchedAddresses addresses = new WatchedAddresses();
    private final RequestHistories histories = new RequestHistories(this);
    private final ObservedExternalIds externalIds = new ObservedExternalIds(this);
    private final ObservedApiKeys keys = new ObservedApiKeys(this);
    private final MailerFaults mailerFaults;
    private final List<BrokenPromise> broken = new ArrayList<>();
    private final List<String> redriven = new ArrayList<>();
    private final Map<String, String> owners = new LinkedHashMap<>();
    private final List<ConfirmedChange> confirmed = new ArrayList<>();
    private Instant lastFault = Instant.MIN;
    private long attempts;

    /**
     * A ledger that knows nothing yet.
     *
     * @param retention how long an event can be read
     */
    public Ledger(SimulatedWorld world, Duration retention) {
        this(world, retention, ExpectedRetries.DEFAULT);
    }

    /**
     * A ledger that knows nothing yet.
     *
     * @param retention how long an event can be read
     * @param retries when the attempts of a retry cycle are expected
     */
    public Ledger(SimulatedWorld world, Duration retention, ExpectedRetries retries) {
        this.world = world;
        this.retention = retention;
        this.retries = retries;
        this.checks = new AttemptChecks(this);
        this.mailerFaults = new MailerFaults(world.scheduler());
        world.faults().watch(mailerFaults::struck);
        world.ses().watch(new MissedReplays(this)::mailed);
        world.faults().watch((_, _) -> lastFault = world.scheduler().now());
    }

    /** An account was opened, whose e-mails go to that address and to no other. */
    public void open(String account, String email) {
        owners.put(account, email);
    }

    /** The address of the owner of a webhook. */
    String owner(WatchedWebhook webhook) {
        return Objects.requireNonNull(owners.get(webhook.account()));
    }

    /** A producer is about to hand over an event. */
    public void add(WatchedEvent event) {
        events.put(event.appointment(), event);
        if (!event.lane().isEmpty()) {
            lanes.computeIfAbsent(event.lane(), _ -> new ArrayList<>()).add(event);
        }
    }

    /** An owner is told that a webhook is registered. */
    public void add(WatchedWebhook webhook) {
        webhooks.put(webhook.id(), webhook);
    }

    /** Somebody is told that a webhook or an API key was changed as they asked. */
    public void add(ConfirmedChange change) {
        confirmed.add(change);
    }

    /** All changes of webhooks and API keys that somebody was told of. */
    List<ConfirmedChange> confirmedChanges() {
        return confirmed;
    }

    /** An owner is about to register a webhook that has its events sent there: some may come before its id is known. */
    public void isRegistering(String url) {
        unconfirmed.put(url, new ArrayList<>());
    }

    /** No webhook was registered there. */
    public void isNotRegistered(String url) {
        judgeUnconfirmed(url);
    }

    /** An owner is about to have a webhook's events sent there, or was told that it is registered. */
    public void expectAt(String url, WatchedWebhook webhook) {
        byUrl.put(url, webhook);
        judgeUnconfirmed(url);
    }

    private void judgeUnconfirmed(String url) {
        Optional.ofNullable(unconfirmed.remove(url)).stream()
                .flatMap(List::stream)
                .forEach(this::judge);
    }

    /** An owner is about to have all operational events of an account sent there. */
    public void expectReportsAt(String url, String account) {
        reports.expectAt(url, account);
    }

    /** The API shows a webhook. */
    public void shown(WatchedWebhook webhook, JsonNode json) {
        if (OF_THE_SERVICE.contains(json.path("disabled_reason").asText())) {
            webhook.add(new Fact.DisabledByService(
                    Instant.parse(json.path("disabled_at").asText())));
        }
    }

    /** The addresses of webhooks. */
    public WatchedAddresses addresses() {
        return addresses;
    }

    /** What clients saw of their requests. */
    public RequestHistories histories() {
        return histories;
    }

    /** What people saw of the external ids of webhooks. */
    public ObservedExternalIds externalIds() {
        return externalIds;
    }

    /** The API keys that accounts issued by the API. */
    public ObservedApiKeys keys() {
        return keys;
    }

    /** What went wrong with the function that sends e-mails. */
    MailerFaults mailerFaults() {
        return mailerFaults;
    }

    /** The operational events that were accepted. */
    OperationalReports reports() {
        return reports;
    }

    /** A receiver, or the network in front of it, saw an attempt. */
    public void attempted(ReceivedRequest request) {
        attempts++;
        List<ReceivedRequest> early = unconfirmed.get(request.url());
        if (reports.isExpectedAt(request.url())) {
            reports.attempted(request);
        } else if (early != null) {
            early.add(request);
        } else {
            judge(request);
        }
    }

    private void judge(ReceivedRequest request) {
        Optional.ofNullable(byUrl.get(request.url()))
                .ifPresentOrElse(
                        webhook -> checks.check(webhook, request),
                        () -> breaks(
                                Promise.ISOLATED, request.url(), "it was called, and no webhook was registered there"));
    }

    /**
     * A consumer pulled a delivery.
     *
     * @param asked when it asked for it
     * @param visibility for how long nobody else gets it
     */
    public void pulled(WatchedWebhook webhook, ReceivedRequest request, Instant asked, Duration visibility) {
        attempts++;
        checks.checkPulled(webhook, request, asked, visibility);
    }

    /** A promise was found broken. */
    public void breaks(Promise promise, String subject, String explanation) {
        BrokenPromise found = new BrokenPromise(promise, subject, explanation);
        world.trace().line(() -> "BROKEN: " + found);
        if (broken.size() < MOST_KEPT) {
            broken.add(found);
        }
    }

    /** Which promises were found broken so far. */
    public List<BrokenPromise> broken() {
        return List.copyOf(broken);
    }

    /**
     * The operator redrives a dead-letter message: whatever it is about may come at any time after it was due.
     *
     * @param queue the id of the queue that it lay in
     * @param reason why a function moved it there; empty when it had been received too often
     */
    public void redriven(String queue, String message, Optional<String> reason) {
        redriven.add(message);
        if (!reason.equals(LEGITIMATE.get(queue))) {
            breaks(Promise.NO_GOOD_MESSAGE_IS_DEAD, queue, reason.orElse("it was received too often") + ": " + message);
        }
    }

    boolean wasRedriven(String event) {
        return redriven.stream().anyMatch(message -> message.contains(event));
    }

    /** Whether anything went wrong since that time. */
    boolean sawFaultSince(Instant time) {
        return !lastFault.isBefore(time);
    }

    /** All events that were handed over. */
    public Collection<WatchedEvent> events() {
        return events.values();
    }

    /** The other events that are in the order of the same appointment, and were handed over before. */
    Stream<WatchedEvent> inTheOrderOf(WatchedEvent event) {
        return lanes.getOrDefault(event.lane(), List.of()).stream().takeWhile(earlier -> earlier != event);
    }

    /** The event of an appointment. */
    public Optional<WatchedEvent> event(String appointment) {
        return Optional.ofNullable(events.get(appointment));
    }

    /** The ids of the events of a clinic that a producer or a reader of the feed was shown, also of those that have expired. */
    public List<String> known(String account, String clinic) {
        return events().stream()
                .filter(event ->
                        event.account().equals(account) && event.clinic().equals(clinic))
                .flatMap(event -> Optional.ofNullable(event.id()).stream())
                .toList();
    }

    /** The ids of the events of other clinics and other accounts that somebody was shown, and that do not expire within an hour. */
    public List<String> keptElsewhere(String account, String clinic) {
        Instant expired = world.scheduler().now().minus(retention).plus(Duration.ofHours(1));
        return events().stream()
                .filter(event ->
                        !event.account().equals(account) || !event.clinic().equals(clinic))
                .filter(event -> event.created().isAfter(expired))
                .flatMap(event -> Optional.ofNullable(event.id()).stream())
                .toList();
    }

    /** A feed lists an event. */
    void lists(JsonNode event) {
        listed.put(event.path("id").asText(), event);
    }

    /** All events that feeds have listed, whether or not they can still be read. */
    Collection<JsonNode> listed() {
        return listed.values();
    }

    /** Whether an event that was recorded at that time may be gone by now. */
    boolean mayBeGone(Instant created) {
        return !created.plus(retention).isAfter(world.scheduler().now().plus(CLOCKS));
    }

    Duration retention() {
        return retention;
    }

    ExpectedRetries retries() {
        return retries;
    }

    /** When 8/9 of the retention of an event are over. */
    Instant nearlyExpired(WatchedEvent event) {
        return event.created().plus(retention.multipliedBy(8).dividedBy(9));
    }

    /** When the retention of an event ends. */
    Instant expiry(WatchedEvent event) {
        return event.created().plus(retention);
    }

    /** Whether an event that was recorded at that time must not be shown to somebody who asked for it then. */
    boolean isGone(Instant created, Instant asked) {
        return created.plus(retention).isBefore(asked.minus(CLOCKS));
    }

    /** All webhooks that were registered. */
    public Collection<WatchedWebhook> webhooks() {
        return webhooks.values();
    }

    /** How many attempts were seen. */
    public long attempts() {
        return attempts;
    }
}
