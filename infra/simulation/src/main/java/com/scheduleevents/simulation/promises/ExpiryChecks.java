package com.scheduleevents.simulation.promises;

import com.scheduleevents.simulation.ses.SentMail;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether no event expires before its webhooks have it, unless their owner was told, by an e-mail about the disabling, before it did. */
public final class ExpiryChecks {

    /** What the clocks of two environments may differ by. */
    private static final Duration CLOCKS = Duration.ofSeconds(1);

    /** How long fan-out takes where nothing goes wrong. */
    private static final Duration FAN_OUT = Duration.ofSeconds(10);

    /** The line of an e-mail that says how many deliveries wait. */
    private static final Pattern WAITS = Pattern.compile("^  Waiting +(.*)$", Pattern.MULTILINE);

    /** The line of an e-mail that says since when the oldest delivery waits. */
    private static final Pattern OLDEST =
            Pattern.compile("^  Oldest +since (" + MailTimes.TIME + ")", Pattern.MULTILINE);

    private final Ledger ledger;
    private final List<SentMail> mails;
    private final Instant now;

    /** @param mails all that were sent */
    public ExpiryChecks(Ledger ledger, List<SentMail> mails, Instant now) {
        this.ledger = ledger;
        this.mails = mails;
        this.now = now;
    }

    /** Tells the ledger of the first event of each webhook that has expired untold. */
    public void check() {
        for (WatchedWebhook webhook : ledger.webhooks()) {
            if (!webhook.isDeleted() && !webhook.isDisabledOnPurpose()) {
                Set<Instant> disabled = DisablingChecks.mailed(mails, webhook);
                lost(webhook, disabled)
                        .ifPresent(event -> ledger.breaks(
                                Promise.NONE_EXPIRES_UNTOLD,
                                webhook.id(),
                                event.id() + " expired at " + ledger.expiry(event)
                                        + " without having been taken, and no e-mail says that the webhook was disabled"
                                        + " before; it was disabled at " + disabled));
            }
        }
    }

    private Optional<WatchedEvent> lost(WatchedWebhook webhook, Set<Instant> disabled) {
        return ledger.events().stream()
                .filter(event -> event.id() != null && webhook.owes(event))
                .filter(event -> ledger.expiry(event).isBefore(now))
                .filter(event -> !webhook.tookBy(
                        String.valueOf(event.id()), ledger.expiry(event).plus(CLOCKS)))
                .filter(event -> disabled.stream()
                        // Nothing enabled it between then and the event, which is owed.
                        .noneMatch(at -> !at.isBefore(webhook.enabledFrom().truncatedTo(ChronoUnit.SECONDS))
                                && !at.isAfter(ledger.expiry(event).plus(CLOCKS))))
                .findFirst();
    }

    /** Tells the ledger of each webhook whose owner was not told, so long after its oldest delivery began to wait, that it does. */
    public void checkTold(WatchedWebhook webhook, Instant waitingSince, List<Duration> limits, Duration latest) {
        List<Instant> told = mails.stream()
                .filter(mail -> mail.text().contains(webhook.id()))
                .filter(mail -> WAITS.matcher(mail.text()).find())
                .map(SentMail::at)
                .sorted()
                .toList();
        for (Duration limit : limits) {
            Instant due = waitingSince.plus(limit);
            if (told.isEmpty()
                    || told.getFirst().isBefore(due)
                    || told.getFirst().isAfter(due.plus(latest))) {
                ledger.breaks(
                        Promise.WAITS_ARE_TOLD,
                        webhook.id(),
                        "its oldest delivery waits since " + waitingSince + ", and its owner was not told at " + due
                                + ", but at " + told);
            }
            told = told.isEmpty() ? told : told.subList(1, told.size());
        }
    }

    /** Tells the ledger of each e-mail about a pull webhook that counts other deliveries than wait then, where nothing goes wrong. */
    public void checkCounts(WatchedWebhook webhook) {
        for (SentMail mail : mails) {
            Matcher waits = WAITS.matcher(mail.text());
            if (mail.text().contains(webhook.id()) && waits.find()) {
                long waiting = ledger.events().stream()
                        .filter(event -> webhook.owes(event) && event.created().isBefore(mail.at()))
                        .filter(event -> !webhook.tookBy(String.valueOf(event.id()), mail.at()))
                        .count();
                if (!waits.group(1).equals(waiting == 1 ? "1 event" : waiting + " events")) {
                    ledger.breaks(
                            Promise.WAITS_ARE_TOLD,
                            webhook.id(),
                            waiting + " of its deliveries waited at " + mail.at() + ", and \"" + mail.subject()
                                    + "\" says " + waits.group(1));
                }
            }
        }
    }

    /**
     * Tells the ledger of each e-mail that says of a delivery that it waits since another time than soon after its event was recorded.
     *
     * @param first when the first event was recorded
     * @param last when the last one was
     */
    public void checkSince(WatchedWebhook webhook, Instant first, Instant last) {
        Instant latest = last.plus(FAN_OUT);
        mails.stream()
                .filter(mail -> mail.text().contains(webhook.id()))
                .flatMap(mail -> OLDEST.matcher(mail.text()).results())
                .map(found -> MailTimes.read(found.group(1)))
                .filter(since -> since.isBefore(first.truncatedTo(ChronoUnit.SECONDS)) || since.isAfter(latest))
                .forEach(since -> ledger.breaks(
                        Promise.WAITS_ARE_TOLD,
                        webhook.id(),
                        "an e-mail says that its oldest delivery waits since " + since
                                + ", whose event was recorded between " + first + " and " + last));
    }
}
