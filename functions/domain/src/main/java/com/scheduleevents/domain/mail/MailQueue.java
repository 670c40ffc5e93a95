package com.scheduleevents.domain.mail;

/** Port: the queue of e-mails that are due. */
@FunctionalInterface
public interface MailQueue {

    /**
     * Puts a notice on the queue; it is on it when the method returns.
     *
     * @throws RuntimeException when it could not be queued
     */
    void send(Notice notice);
}
