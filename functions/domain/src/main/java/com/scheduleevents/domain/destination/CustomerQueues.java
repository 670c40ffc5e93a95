package com.scheduleevents.domain.destination;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;

/** Port: the queues in the AWS accounts of customers. */
public interface CustomerQueues {

    /**
     * Makes one attempt: sends one signed event to a queue. Its body is that of the message, and its headers are the message's attributes.
     *
     * @param owner of the webhook; its id is the external id with which the role is assumed, so that nobody else's webhook gets in by the role
     * @return the outcome, at the latest a little after the timeout of the request. No error of AWS or of the network is thrown
     */
    AttemptOutcome send(SqsDestination queue, AccountId owner, AttemptRequest request);
}
