package com.scheduleevents.domain.mail;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Port: the addresses that keys of accounts have named, and whether their owners have confirmed them. An address is confirmed for all
 * webhooks of its account, and for no other account.
 */
public interface MailAddresses {

    /** Finds what is known of an address; empty when its owner was never sent a link. Strongly consistent. */
    Optional<AddressState> find(AccountId account, AddressId address);

    /**
     * Finds what is known of several addresses.
     *
     * @param addresses at most 100
     */
    Map<AddressId, AddressState> findAll(AccountId account, Set<AddressId> addresses);

    /**
     * Claims the e-mail with a link, whose token replaces an earlier one; see {@link AddressState#mayBeAsked}.
     *
     * @param webhook for which it is sent
     * @param until when the claim ends, unless the e-mail was accepted before
     * @param validUntil when the token ends
     * @param day how long a day is
     */
    Claim claim(AddressToken token, WebhookId webhook, Instant now, Instant until, Instant validUntil, Duration day);

    /** The e-mail with the token was accepted. */
    void sent(AddressToken token);

    /** The e-mail with the token was not accepted: another one can be claimed at once. */
    void release(AddressToken token);

    /**
     * Confirms the address with a token, which is of no use afterwards, and records it in the audit log.
     *
     * @return false when the token is not the last one, has ended or was used
     */
    boolean confirm(AddressToken token, Instant now);

    /**
     * The token in the links that unsubscribe an address. It is the same in all e-mails, so that links of any age work.
     *
     * @param fresh becomes the token of its address, unless that has one
     * @return empty when the address is not known
     */
    Optional<AddressToken> unsubscribing(AddressToken fresh);

    /**
     * Ends the use of the address with a token of {@link #unsubscribing}, however often it is used, and records it in the audit log.
     *
     * @return false when it is not the token of an address
     */
    boolean unsubscribe(AddressToken token, Instant now);

    /**
     * Ends the use of an address, with whatever token it has, and records it in the audit log. Without effect on an address that is not
     * known, or that was ended for this reason or one that outweighs it.
     *
     * @param why {@link AddressStatus#BOUNCED}, {@link AddressStatus#UNSUBSCRIBED} or {@link AddressStatus#COMPLAINED}
     * @return whether it was ended by this call
     */
    boolean end(AccountId account, AddressId address, AddressStatus why, Instant now);

    /** What became of a claim. */
    enum Claim {
        /** The caller sends the e-mail. */
        CLAIMED,
        /** Another mailer is sending one. */
        CLAIMED_ELSEWHERE,
        /** There is nothing to send. */
        NOT_DUE
    }
}
