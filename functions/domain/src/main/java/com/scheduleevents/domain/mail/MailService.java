package com.scheduleevents.domain.mail;

/** Port: sends e-mails. */
@FunctionalInterface
public interface MailService {

    /**
     * Hands an e-mail over. When it returns, it was accepted for delivery.
     *
     * @throws RuntimeException when it was not
     */
    void send(Mail mail);
}
