package com.scheduleevents.domain.mail;

/** Port: the queue of e-mails that are due. */
@FunctionalInterface
public interface MailQueue {

    /**
     * Puts a notice on the queue. When it returns, it is there.
     *
     * @throws RuntimeException when it is not
     */
    void send(Notice notice);
}
