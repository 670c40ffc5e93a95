package com.scheduleevents.domain.mail;

import com.scheduleevents.domain.account.AccountId;

/** Port: sends e-mails. */
@FunctionalInterface
public interface MailService {

    /**
     * Sends an e-mail; it was accepted for delivery when the method returns.
     *
     * @param account for which it is sent, which {@link MailFeedback} names
     * @throws RuntimeException when it was not accepted
     */
    void send(AccountId account, ComposedMail mail);
}
