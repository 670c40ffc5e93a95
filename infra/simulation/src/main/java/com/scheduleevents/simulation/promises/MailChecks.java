package com.scheduleevents.simulation.promises;

import com.scheduleevents.simulation.ses.SentMail;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Whether each e-mail about a webhook went to its owner alone, and came once: it comes again only after a fault of the mailer that
 * explains it.
 */
final class MailChecks {

    /** The lines that say what an e-mail is about. Others may differ when it comes again, such as how many events wait. */
    private static final Pattern FACT = Pattern.compile(
            "^  (?:Webhook|Event|Failing|Attempts|Recovered|Disabled|Changed|Registered|Rotated|Slow|Not pulled) .*$",
            Pattern.MULTILINE);

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
            SentMail before = last.put(occasion(mail), mail);
            if (before != null && !ledger.mailerFaults().explain(before.at(), mail.at())) {
                ledger.breaks(
                        Promise.OWNER_IS_TOLD,
                        mail.subject(),
                        "the e-mail was sent at " + before.at() + " and again at " + mail.at()
                                + ", and nothing went wrong with the mailer");
            }
        }
    }

    private void checkRecipient(SentMail mail) {
        for (WatchedWebhook webhook : ledger.webhooks()) {
            if (mail.text().contains(webhook.id()) && !mail.to().equals(List.of(ledger.owner(webhook)))) {
                ledger.breaks(
                        Promise.ISOLATED,
                        webhook.id(),
                        "\"" + mail.subject() + "\" was sent to " + mail.to() + " and not to its owner");
            }
        }
    }

    private static String occasion(SentMail mail) {
        return FACT.matcher(mail.text())
                .results()
                .map(MatchResult::group)
                .collect(Collectors.joining("\n", mail.subject() + "\n", ""));
    }
}
