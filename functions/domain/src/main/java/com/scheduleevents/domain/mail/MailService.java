package com.scheduleevents.domain.mail;

/** Port: sends e-mails. */
@FunctionalInterface
public interface MailService {

    /**
     * Sends an e-mail; it was accepted for delivery when the method returns.
     *
     * @throws RuntimeException when it was not accepted
     */
    void send(Mail mail);
}
