package com.scheduleevents.domain.mail;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.Optional;

/**
 * What the e-mail about a disabled webhook has to say: the facts as they were when it was disabled, whatever has become of the
 * webhook since. Never the secret, the events, the receiver's answers or the rest of the url, which may hold a password.
 *
 * @param account whose owner is told
 * @param webhook which webhook
 * @param due the entry of the webhook's row that this e-mail settles
 * @param host the host of its url
 * @param description the label its owner gave it
 * @param clinic the clinic it is for, if it is for one
 * @param why why it was disabled
 */
public record DisabledNotice(
        AccountId account,
        WebhookId webhook,
        DueMail due,
        String host,
        Optional<String> description,
        Optional<ClinicId> clinic,
        Disabling.RetriesExhausted why) {}
