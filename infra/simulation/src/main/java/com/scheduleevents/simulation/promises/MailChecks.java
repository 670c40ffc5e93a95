package com.scheduleevents.simulation.promises;

import com.scheduleevents.simulation.ses.SentMail;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Whether each e-mail about a webhook went to its owner, or to its own address once that was confirmed, and came once: it comes again only
 * after a fault of the mailer that explains it. And whether no account got too many.
 */
final class MailChecks {

    /** The lines that say what an e-mail is about. Others may differ when it comes again, such as how many events wait. */
    private static final Pattern FACT = Pattern.compile(
            "^  (?:Webhook|API key|Event|Failing|Attempts|Recovered|Disabled|Changed|Registered|Rotated|Oldest|Certificate|Ends on) .*$",
            Pattern.MULTILINE);

    private static final int MOST_OF_A_DAY = 50;
    private static final Pattern NOT_COUNTED =
            Pattern.compile(" was (?:disabled|stopped)| needs a new client certificate");

    /** What the clock of the mailer may be wrong by, and how long an e-mail may take from being counted to being sent. */
    private static final Duration AROUND_MIDNIGHT = Duration.ofMinutes(5);

    private final Ledger ledger;
    private final List<SentMail> mails;

    /** @param mails all that were sent, in order */
    MailChecks(Ledger ledger, List<SentMail> mails) {
        this.ledger = ledger;
        this.mails = mails;
    }

    void check() {
        Map<String, SentMail> last = new HashMap<>();
        for (SentMail mail : mails) {
            checkRecipient(mail);
            SentMail before = last.put(mail.to() + occasion(mail), mail);
            if (before != null && !isExplained(before, mail)) {
                ledger.breaks(
                        Promise.OWNER_IS_TOLD,
                        mail.subject(),
                        "the e-mail was sent at " + before.at() + " and again at " + mail.at()
                                + ", and nothing went wrong with the mailer");
            }
        }
        checkLimit();
    }

    /** No row says that an e-mail to a webhook's own address, or one about an API key, is due. */
    private boolean isExplained(SentMail before, SentMail again) {
        boolean hasRow = ledger.webhooks().stream()
                .anyMatch(webhook ->
                        again.text().contains(webhook.id()) && again.to().equals(List.of(ledger.owner(webhook))));
        return hasRow
                ? ledger.mailerFaults().explain(before.at(), again.at())
                : ledger.mailerFaults().explainCopy(before.at(), again.at());
    }

    private void checkRecipient(SentMail mail) {
        for (WatchedWebhook webhook : ledger.webhooks()) {
            if (!mail.text().contains(webhook.id()) || mail.to().equals(List.of(ledger.owner(webhook)))) {
                continue;
            }
            String address = webhook.settings().address();
            if (address.isEmpty() || !mail.to().equals(List.of(address))) {
                ledger.breaks(
                        Promise.ISOLATED,
                        webhook.id(),
                        "\"" + mail.subject() + "\" was sent to " + mail.to() + " and not to its owner");
            } else {
                ledger.addresses()
                        .objection(address, mail.subject(), mail.at())
                        .ifPresent(why -> ledger.breaks(
                                Promise.ADDRESS_IS_ASKED,
                                webhook.id(),
                                "\"" + mail.subject() + "\" was sent to its address at " + mail.at() + ", but " + why));
            }
        }
    }

    /** An e-mail that came again was counted once. */
    private void checkLimit() {
        Map<String, Set<String>> ofDays = new TreeMap<>();
        for (SentMail mail : mails) {
            Instant day = mail.at().truncatedTo(ChronoUnit.DAYS);
            boolean doubtful = mail.at().minus(AROUND_MIDNIGHT).isBefore(day)
                    || !mail.at().plus(AROUND_MIDNIGHT).isBefore(day.plus(1, ChronoUnit.DAYS));
            if (!doubtful && !NOT_COUNTED.matcher(mail.subject()).find()) {
                ofDays.computeIfAbsent(mail.tags().get("account") + " on " + day, _ -> new HashSet<>())
                        .add(mail.to() + occasion(mail));
            }
        }
        ofDays.forEach((subject, counted) -> {
            if (counted.size() > MOST_OF_A_DAY) {
                ledger.breaks(Promise.MAILS_ARE_LIMITED, subject, "it got " + counted.size() + " e-mails");
            }
        });
    }

    private static String occasion(SentMail mail) {
        return FACT.matcher(mail.text())
                .results()
                .map(MatchResult::group)
                .collect(Collectors.joining("\n", mail.subject() + "\n", ""));
    }
}
