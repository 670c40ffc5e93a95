package com.scheduleevents.simulation.promises;

import com.scheduleevents.simulation.receivers.ReceivedRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A webhook as its owner knows it, and what its receiver saw. */
public final class WatchedWebhook {

    /** An attempt that was decided just before a change was confirmed may still be under way. */
    private static final Duration UNDER_WAY = Duration.ofMinutes(2);

    /** So long after a receiver took a delivery that is still noted in its log, if nothing was changed meanwhile: it is sent again until it is. */
    private static final Duration NOTED = Duration.ofHours(26);

    private final String id;
    private final String account;
    private final String key;
    private final WatchedSettings settings;
    private final WatchedPayload payload;
    private final Map<String, Instant> secrets = new HashMap<>();
    private final Map<String, Validity> certain = new HashMap<>();
    private int replaysAskedFor;
    private String newest = "";
    private boolean isReplacingSecrets;
    private final Set<String> dismissed = new TreeSet<>();
    private final Set<String> accepted = new TreeSet<>();
    private final Map<String, List<Instant>> acknowledged = new HashMap<>();
    private final Set<String> askedAgain = new TreeSet<>();
    private Instant askedForAll = Instant.MIN;
    private final Map<String, List<ReceivedRequest>> attempts = new HashMap<>();
    private final Map<String, Instant> hiddenClinics = new HashMap<>();
    private final Map<String, Instant> clinicsShown = new HashMap<>();
    private final Map<String, Instant> hostsLeft = new HashMap<>();
    private final List<Replay> replays = new ArrayList<>();
    private final List<Renewal> renewals = new ArrayList<>();
    private final NavigableSet<Instant> disablings = new TreeSet<>();
    private final NavigableSet<Instant> disturbances = new TreeSet<>();
    private String host;
    private Instant obligedFrom;
    private @Nullable Instant silentFrom;
    private Instant resumed = Instant.MIN;
    private Instant deleted = Instant.MAX;
    private boolean disabledOnPurpose;
    private Instant enabledFrom = Instant.MIN;
    private int enabled;

    /**
     * @param key the id of the API key that registered it
     * @param host where its receiver is
     * @param since when its owner was told that it is registered
     */
    public WatchedWebhook(String id, String account, String key, WatchedSettings settings, String host, Instant since) {
        this.id = id;
        this.account = account;
        this.key = key;
        this.settings = settings;
        this.payload = new WatchedPayload(settings.thin());
        this.host = host;
        this.obligedFrom = since;
    }

    /** Its id. */
    public String id() {
        return id;
    }

    /** The account it belongs to. */
    public String account() {
        return account;
    }

    /** The API key that registered it. */
    public String key() {
        return key;
    }

    /** Where its receiver is now. */
    public String host() {
        return host;
    }

    /** What its owner asked for. */
    public WatchedSettings settings() {
        return settings;
    }

    /** What its owner wants its deliveries to carry. */
    public WatchedPayload payload() {
        return payload;
    }

    /** Whether its owner deleted it. */
    public boolean isDeleted() {
        return deleted.isBefore(Instant.MAX);
    }

    /** Whether its owner deleted it within that time after something happened. */
    boolean wasDeletedWithin(Duration time, Instant happened) {
        return deleted.isBefore(happened.plus(time));
    }

    /** Whether its owner or the operator disabled it. */
    public boolean isDisabledOnPurpose() {
        return disabledOnPurpose;
    }

    /**
     * Its owner is about to ask for a new secret. The service may use it long before its response arrives, and from then on
     * leaves one of the old ones, or none without an overlap.
     *
     * @param overlap for how long the rotation leaves the newest secret
     */
    public void asksForSecret(Duration overlap) {
        isReplacingSecrets = overlap.isZero();
        certain.keySet().retainAll(isReplacingSecrets ? Set.of() : Set.of(newest));
    }

    /**
     * A signing secret is valid from now on, and the one before it for as long as a rotation leaves it.
     *
     * @param asked when it was asked for: the secret before it is valid at least until a rotation at that time ends
     * @param overlap for how long a rotation leaves it
     */
    public void hasSecret(String secret, Instant asked, Instant now, Duration overlap) {
        Instant latest = now.plus(overlap).plus(UNDER_WAY);
        secrets.replaceAll((_, until) -> until.isBefore(latest) ? until : latest);
        secrets.put(secret, Instant.MAX);
        // A rotation leaves one secret besides the new one.
        certain.keySet().retainAll(Set.of(newest));
        certain.replaceAll((_, valid) -> new Validity(valid.from(), asked.plus(overlap)));
        certain.put(secret, new Validity(now.plus(UNDER_WAY), Instant.MAX));
        newest = secret;
        isReplacingSecrets = false;
    }

    /** From when to when a secret is valid, whatever happened to the messages about it. */
    private record Validity(Instant from, Instant until) {

        private boolean includes(Instant time) {
            return time.isAfter(from) && time.isBefore(until.minus(UNDER_WAY));
        }
    }

    /** The service confirmed that it is deleted: nothing is owed any more. */
    public void isDeleted(Instant now) {
        deleted = now;
        silentFrom = now;
        disturbances.add(now);
    }

    /** The service confirmed that it is disabled: nothing is owed until it is enabled. */
    public void isDisabled(Instant now) {
        disabledOnPurpose = true;
        silentFrom = now;
        disturbances.add(now);
    }

    /** The operator was told that its account is suspended. */
    public void isSuspended(Instant now) {
        silentFrom = now;
        disturbances.add(now);
    }

    /** Its account is about to be resumed: deliveries may come again, from before too, and its circuit opens until probes went well. */
    public void isBeingResumed() {
        resumed = Instant.MAX;
        if (!isDeleted() && !disabledOnPurpose) {
            silentFrom = null;
        }
    }

    /** The operator was told that its account is resumed. */
    public void isResumed(Instant now) {
        resumed = now;
        disturbances.add(now);
    }

    boolean wasResumedAfter(Instant time) {
        return resumed.isAfter(time);
    }

    /** Whether its URL was changed since then, be it back to the same one. */
    boolean wasMovedAfter(Instant time) {
        return hostsLeft.values().stream().anyMatch(time::isBefore);
    }

    /**
     * The service confirmed that it is enabled: what is recorded from now on is owed again.
     *
     * @param asked when it was asked for
     */
    public void isEnabled(Instant asked, Instant now) {
        disabledOnPurpose = false;
        silentFrom = null;
        obligedFrom = now;
        enabledFrom = asked;
        enabled++;
        disturbances.add(now);
        renewals.add(new Renewal(asked, now));
    }

    /** Whether a retry cycle that began at that time ended when the webhook was disabled, before it was enabled again. */
    boolean wasEnabledSince(Instant begun) {
        return begun.isBefore(enabledFrom);
    }

    /**
     * The service confirmed that it has another receiver.
     *
     * @param asked when it was asked for
     */
    public void movesTo(String other, Instant asked, Instant now) {
        hostsLeft.put(host, now);
        host = other;
        disturbances.add(now);
        renewals.add(new Renewal(asked, now));
    }

    /** Whether its receiver took anything at that time or later. */
    boolean hasAcceptedSince(Instant time) {
        return attempts.values().stream()
                .flatMap(List::stream)
                .anyMatch(attempt -> attempt.accepted() && !attempt.at().isBefore(time));
    }

    /** After it was enabled or moved, only what was attempted first after that can disable it. */
    private record Renewal(Instant asked, Instant confirmed) {}

    /** Whether a delivery whose first attempt was at that time can have disabled it, whatever became of that delivery. */
    boolean canBeDisabledBy(Instant firstAttempt, Instant disabled) {
        return renewals.stream()
                .filter(renewal -> renewal.confirmed().isBefore(disabled))
                .allMatch(renewal -> firstAttempt.isAfter(renewal.asked()));
    }

    /** The API shows that the service disabled it at that time. */
    void wasDisabled(Instant at) {
        disablings.add(at);
        disturbances.add(at);
    }

    /** When somebody asked to enable it last; the beginning of time if nobody did. */
    Instant enabledFrom() {
        return enabledFrom;
    }

    /** When the service disabled it, as far as the API has shown it. */
    Set<Instant> disablings() {
        return disablings;
    }

    /** Whether a request may still be made to that host, now that it may have another one. */
    boolean mayBeCalledAt(String called, Instant now) {
        Instant left = hostsLeft.get(called);
        return left == null || now.isBefore(left.plus(UNDER_WAY));
    }

    /** It does not see a clinic any more. */
    public void hides(String hidden, Instant now) {
        hiddenClinics.put(hidden, now);
        disturbances.add(now);
    }

    /** Whether it does not see a clinic. */
    public boolean isHidden(String clinic) {
        return hiddenClinics.containsKey(clinic);
    }

    /** It sees a clinic again: of that clinic, only what is recorded from now on is owed. */
    public void shows(String shown, Instant now) {
        hiddenClinics.remove(shown);
        clinicsShown.put(shown, now);
    }

    /** Its owner gives up one delivery. */
    public void dismisses(String event) {
        dismissed.add(event);
    }

    /** The service confirmed that a delivery that was pulled is acknowledged; once more if somebody asked for it again. */
    public void isAcknowledged(String event, Instant now) {
        accepted.add(event);
        acknowledged.computeIfAbsent(event, _ -> new ArrayList<>()).add(now);
    }

    /** Somebody is about to ask for an event to be delivered again. */
    public void asksAgain(String event) {
        askedAgain.add(event);
    }

    /** Somebody asks for all events that were recorded before that time to be delivered again. */
    public void asksAgainForAll(Instant before) {
        askedForAll = before;
    }

    /** Whether nothing explains that a consumer who asked at that time gets it once more. */
    boolean isOverFor(String event, Instant created, Instant asked) {
        return acknowledgements(event).anyMatch(asked::isAfter) && !mayComeAgain(event, created);
    }

    /** Whether somebody has asked for an event that was recorded at that time to be delivered again. */
    boolean mayComeAgain(String event, Instant created) {
        return askedAgain.contains(event) || !created.isAfter(askedForAll);
    }

    /** When that event was acknowledged. */
    Stream<Instant> acknowledgements(String event) {
        return acknowledged.getOrDefault(event, List.of()).stream();
    }

    /**
     * A replay of all events from a time on was accepted.
     *
     * @param asked before the first request for it; it may have begun when the response was lost and the request repeated
     */
    public void replays(Instant since, Instant asked) {
        replays.add(new Replay(since, asked, enabled));
    }

    /** Somebody asks for a replay, under an idempotency key of its own, until there is a response. */
    public void asksForReplay() {
        replaysAskedFor++;
    }

    /** How often somebody has asked for a replay, however often each request was repeated. */
    int replaysAskedFor() {
        return replaysAskedFor;
    }

    /** The last replay may have been cancelled before it was through. */
    public void cancelsReplay() {
        replays.removeLast();
    }

    /** Replays that nothing but time can have kept from reaching their end. */
    List<Replay> undisturbedReplays() {
        return silentFrom != null
                ? List.of()
                : replays.stream()
                        .filter(replay ->
                                replay.enabled() == enabled && !replay.asked().isBefore(obligedFrom))
                        .toList();
    }

    /**
     * A replay that the service accepted.
     *
     * @param asked before it began
     * @param enabled how often the webhook had been enabled before
     */
    record Replay(Instant since, Instant asked, int enabled) {}

    Instant obligedFrom() {
        return obligedFrom;
    }

    Map<String, List<ReceivedRequest>> attempts() {
        return attempts;
    }

    boolean owes(WatchedEvent event) {
        return isAudienceOf(event)
                && event.begun().isAfter(obligedFrom)
                && event.begun().isAfter(shownFrom(event));
    }

    /** Whether it sees the event's clinic since before that replay. */
    boolean owes(WatchedEvent event, Replay replay) {
        return isAudienceOf(event) && replay.asked().isAfter(shownFrom(event));
    }

    private Instant shownFrom(WatchedEvent event) {
        return clinicsShown.getOrDefault(event.clinic(), Instant.MIN);
    }

    private boolean isAudienceOf(WatchedEvent event) {
        return event.account().equals(account) && sees(event) && !dismissed.contains(String.valueOf(event.id()));
    }

    boolean sees(WatchedEvent event) {
        return settings.matches(event.type(), event.clinic(), event.provider())
                && !hiddenClinics.containsKey(event.clinic());
    }

    boolean mayBeSentOf(String ofClinic, Instant now) {
        Instant hidden = hiddenClinics.get(ofClinic);
        return hidden == null || now.isBefore(hidden.plus(UNDER_WAY));
    }

    boolean mayBeCalled(Instant now) {
        Instant silent = silentFrom;
        return silent == null || now.isBefore(silent.plus(UNDER_WAY));
    }

    /** Those one of which must verify an attempt; none while its owner cannot know with which secret it is signed. */
    List<String> liveSecrets(Instant now) {
        if (isReplacingSecrets) {
            return List.of();
        }
        return secrets.entrySet().stream()
                .filter(secret -> secret.getValue().isAfter(now))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Those with which a receiver that was given them must be able to verify. */
    List<String> certainSecrets(Instant now) {
        return certain.entrySet().stream()
                .filter(secret -> secret.getValue().includes(now))
                .map(Map.Entry::getKey)
                .toList();
    }

    boolean hasAccepted(String event) {
        return accepted.contains(event);
    }

    /** Whether its receiver, or a consumer, took that event by then. */
    boolean tookBy(String event, Instant time) {
        return acknowledgements(event).anyMatch(at -> !at.isAfter(time))
                || attempts.getOrDefault(event, List.of()).stream()
                        .anyMatch(attempt -> attempt.accepted()
                                && !settings.pulled()
                                && !attempt.at().isAfter(time));
    }

    /** Whether its receiver can have taken that event: a consumer whose acknowledgement was lost is not known to have. */
    boolean mayHaveTaken(String event) {
        return settings.pulled() ? attempts.containsKey(event) : accepted.contains(event);
    }

    /**
     * Whether its receiver took that event so long before a time that the service knows it by then. If a copy of an attempt is logged as
     * failed first, or the sender dies, the service knows it after a later attempt, unless the webhook was changed since, or disabled just before.
     */
    boolean hasSurelyTaken(String event, Instant until) {
        Stream<Instant> taken = attempts.getOrDefault(event, List.of()).stream()
                .filter(attempt -> attempt.accepted() && attempt.responded())
                .map(ReceivedRequest::at);
        return !dismissed.contains(event)
                && Stream.concat(taken, acknowledgements(event))
                        .anyMatch(at -> at.plus(NOTED).isBefore(until)
                                && disturbances.subSet(at, at.plus(NOTED)).isEmpty()
                                && disablings.subSet(at.minus(UNDER_WAY), at).isEmpty());
    }

    void sees(ReceivedRequest request) {
        attempts.computeIfAbsent(request.event(), _ -> new ArrayList<>()).add(request);
        if (request.accepted()) {
            accepted.add(request.event());
        }
    }
}
