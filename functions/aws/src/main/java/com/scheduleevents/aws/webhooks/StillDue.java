package com.scheduleevents.aws.webhooks;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.delivery.OperationalEvent;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.webhook.CertificateEnd;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The e-mails that are still due in a webhook's row, long after the writes that made them so.
 *
 * @param notices those whose facts the row has
 * @param reports the operational events that are due with them
 * @param leftOut the others, each with why it cannot be composed; the texts quote nothing of the row
 * @param leftOutSince when one of these was first left out, as the row remembers it
 * @param certificateEnd that a client certificate ends, about which the e-mail is not due yet
 */
public record StillDue(
        AccountId account,
        WebhookId webhook,
        List<Notice.OfWebhook> notices,
        List<OperationalEvent> reports,
        Map<DueMail, String> leftOut,
        Map<DueMail, Instant> leftOutSince,
        Optional<CertificateEnd> certificateEnd) {

    /** Why an e-mail is left out whose facts the row does not have any more. */
    static final String PASSED = "what it tells of has passed";

    public StillDue {
        notices = List.copyOf(notices);
        reports = List.copyOf(reports);
        leftOut = Map.copyOf(leftOut);
        leftOutSince = Map.copyOf(leftOutSince);
    }

    /** Whether an e-mail is left out because something is wrong with the row, and not only because it comes too late. */
    public static boolean isFault(String reason) {
        return !reason.equals(PASSED);
    }
}
