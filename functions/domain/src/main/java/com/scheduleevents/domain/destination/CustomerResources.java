package com.scheduleevents.domain.destination;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;

/** Port: the queues and event buses in the AWS accounts of customers. */
public interface CustomerResources {

    /**
     * Makes one attempt: sends one event. A queue gets the body of the message, and its headers as the message's attributes; an event bus gets the
     * body alone.
     *
     * @param owner of the webhook; its id is the external id with which the role is assumed, so that nobody else's webhook gets in by the role
     * @return the outcome, at the latest a little after the timeout of the request. No error of AWS or of the network is thrown
     */
    AttemptOutcome send(Destination destination, AccountId owner, AttemptRequest request);
}
