package com.scheduleevents.simulation.promises;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import com.scheduleevents.simulation.ses.SentMail;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Whether the service had a reason for each disabling, and told the owner and whoever asked for operational events of it: each that the API
 * has shown, an operational event was about or an e-mail was about.
 */
final class DisablingChecks {

    private static final Duration WINDOW = Duration.ofHours(24);

    /** Whatever a receiver asks for. */
    private static final int LEAST_ATTEMPTS = 9;

    /** For how long SES may be out. */
    private static final Duration LONGEST_OUTAGE = Duration.ofHours(12);

    /** What the clocks of two environments may differ by. */
    private static final Duration CLOCKS = Duration.ofSeconds(1);

    private static final Pattern DISABLED =
            Pattern.compile("^  Disabled +(" + MailTimes.TIME + ")$", Pattern.MULTILINE);

    private static final Pattern FAILING = Pattern.compile("^  Failing ", Pattern.MULTILINE);
    private static final Pattern OVER = Pattern.compile("^  (?:Disabled|Recovered) ", Pattern.MULTILINE);

    private static final Pattern WARNING_OR_END = Pattern.compile(" (?:is failing|works again|was disabled)$");

    private final Ledger ledger;
    private final List<SentMail> mails;

    /** @param mails all that were sent */
    DisablingChecks(Ledger ledger, List<SentMail> mails) {
        this.ledger = ledger;
        this.mails = mails;
    }

    void check() {
        ledger.webhooks().forEach(this::check);
    }

    private void check(WatchedWebhook webhook) {
        var reports = ledger.reports().disablings(webhook);
        reports.forEach((at, report) -> {
            if (report.path("disabled_reason").asText().equals("retries_exhausted")) {
                checkReason(webhook, at, report);
            }
            if (report.path("disabled_reason").asText().equals("deliveries_expiring")) {
                checkExpiring(webhook, at, report.path("event_id").asText());
            }
        });
        checkTold(webhook, seconds(reports.keySet().stream()), mailed(mails, webhook));
    }

    /** An event that nobody has taken, and that is about to expire. */
    private void checkExpiring(WatchedWebhook webhook, Instant at, String event) {
        boolean expiring = ledger.events().stream()
                .filter(recorded -> event.equals(recorded.id()))
                .anyMatch(
                        recorded -> !at.isBefore(ledger.nearlyExpired(recorded).minus(CLOCKS)));
        if (!expiring || webhook.hasSurelyTaken(event, at)) {
            ledger.breaks(
                    Promise.DISABLED_WITH_REASON,
                    webhook.id(),
                    "it was disabled at " + at + " since " + event
                            + " would have expired, which was recorded too late for that, or taken");
        }
    }

    /** E-mails say the time to the second. */
    private void checkTold(WatchedWebhook webhook, Set<Instant> reported, Set<Instant> mailed) {
        Set<Instant> all = new TreeSet<>(
                seconds(webhook.facts(Fact.DisabledByService.class).map(Fact::at)));
        all.addAll(reported);
        all.addAll(mailed);
        // Nobody is told of a webhook that was deleted before SES took the e-mail.
        all.removeIf(at -> webhook.facts(Fact.Deleted.class)
                .anyMatch(deleted -> deleted.at().isBefore(at.plus(LONGEST_OUTAGE))));
        for (Instant at : all) {
            if (!mailed.contains(at)) {
                ledger.breaks(
                        Promise.OWNER_IS_TOLD,
                        webhook.id(),
                        "it was disabled at " + at + ", and its owner has no e-mail of it");
            }
            if (!reported.contains(at)) {
                ledger.breaks(
                        Promise.OPERATIONAL_EVENT_FOLLOWS,
                        webhook.id(),
                        "it was disabled at " + at + ", and no operational event says so");
            }
        }
    }

    private static Set<Instant> seconds(Stream<Instant> times) {
        return times.map(at -> at.truncatedTo(ChronoUnit.SECONDS)).collect(Collectors.toSet());
    }

    /** When it was disabled, by its e-mails. */
    static Set<Instant> mailed(List<SentMail> mails, WatchedWebhook webhook) {
        return mails.stream()
                .map(SentMail::text)
                .filter(text -> text.contains(webhook.id()))
                .flatMap(text -> DISABLED.matcher(text).results())
                .map(found -> MailTimes.read(found.group(1)))
                .collect(Collectors.toSet());
    }

    /**
     * The operational event names the delivery. The receiver has to have seen all its attempts, the first when it says, and the last one,
     * which failed, a retry window later: by the times that they are signed with, which the window is measured by.
     */
    private void checkReason(WatchedWebhook webhook, Instant at, JsonNode report) {
        String event = report.path("event_id").asText();
        Instant first = Instant.parse(report.path("failing_since").asText());
        int made = report.path("failed_attempts").asInt();
        Instant begin = first.truncatedTo(ChronoUnit.SECONDS);
        List<ReceivedRequest> cycle = webhook.attempts(event).stream()
                .filter(attempt -> !attempt.signed().isBefore(begin))
                .filter(attempt -> attempt.at().isBefore(at.plus(CLOCKS)))
                .toList();
        Set<Integer> numbers = new HashSet<>();
        cycle.forEach(attempt -> numbers.add(attempt.attempt()));
        boolean allSeen = IntStream.rangeClosed(1, made).allMatch(numbers::contains);
        boolean begun = of(cycle, 1).anyMatch(attempt -> attempt.signed().equals(begin));
        boolean failed = of(cycle, made)
                .anyMatch(attempt -> !attempt.responded() && !attempt.signed().isBefore(begin.plus(WINDOW)));
        if (made < LEAST_ATTEMPTS
                || !allSeen
                || !begun
                || !failed
                || !canBeDisabledBy(webhook, first.plus(CLOCKS), at.minus(CLOCKS))) {
            ledger.breaks(
                    Promise.DISABLED_WITH_REASON,
                    webhook.id(),
                    "it was disabled at " + at + " since " + made + " attempts of " + event + " had failed from "
                            + first + " on; its receiver saw the attempts " + numbers);
        }
        checkWarned(webhook, event, first, at);
    }

    /** A receiver that takes all but one event does not fail, so that only an e-mail about that event can warn its owner. */
    private void checkWarned(WatchedWebhook webhook, String event, Instant first, Instant at) {
        boolean tookOthers = webhook.attempts()
                .filter(attempt -> !attempt.event().equals(event))
                .anyMatch(attempt -> attempt.responded() && isBetween(attempt.at(), first, at));
        boolean warned = mails.stream()
                .anyMatch(mail -> isBetween(mail.at(), first, at)
                        && mail.text().contains(webhook.id())
                        && FAILING.matcher(mail.text()).find()
                        && !OVER.matcher(mail.text()).find());
        if (tookOthers && !warned && !wasFailingAlready(webhook, first, at)) {
            ledger.breaks(
                    Promise.OWNER_IS_TOLD,
                    webhook.id(),
                    "it was disabled at " + at + " for " + event
                            + " while its receiver took others, without a warning");
        }
    }

    /** Whether its owner knew before that it fails, and was not told since then that it works again: there is one warning an episode. */
    private boolean wasFailingAlready(WatchedWebhook webhook, Instant first, Instant at) {
        return mails.stream()
                .filter(mail -> mail.at().isBefore(first) && mail.text().contains(webhook.id()))
                .filter(mail -> WARNING_OR_END.matcher(mail.subject()).find())
                .max(Comparator.comparing(SentMail::at))
                .filter(last -> last.subject().endsWith("is failing") && canBeDisabledBy(webhook, last.at(), at))
                .isPresent();
    }

    /** Whether a delivery whose first attempt was at that time can have disabled it, whatever became of that delivery. */
    private static boolean canBeDisabledBy(WatchedWebhook webhook, Instant firstAttempt, Instant disabled) {
        return webhook.facts(Fact.Renewal.class)
                .filter(renewal -> renewal.at().isBefore(disabled))
                .allMatch(renewal -> firstAttempt.isAfter(renewal.asked()));
    }

    private static boolean isBetween(Instant time, Instant from, Instant until) {
        return time.isAfter(from) && time.isBefore(until);
    }

    private static Stream<ReceivedRequest> of(List<ReceivedRequest> cycle, int number) {
        return cycle.stream().filter(attempt -> attempt.attempt() == number);
    }
}
