package com.scheduleevents.domain.account;

/**
 * The API key that registers a webhook, as the tables contain it: API Gateway's copy may be a minute old, but the webhook is
 * permanent.
 *
 * @param grant what the key may do
 * @param clinics the clinics that the key sees, and therefore the webhook
 * @param state the state of the account
 * @param terms the limits and the change counter of the account; the registration requires that they are unchanged
 */
public record Registrant(Grant grant, Clinics clinics, AccountState state, AccountTerms terms) {

    /** The account of the key. */
    public AccountId account() {
        return grant.caller().account();
    }

    /** The key. */
    public ApiKeyId key() {
        return grant.caller().key();
    }

    /** The same registrant, whose account has room for so many more webhooks. */
    public Registrant withRoomFor(int left) {
        return new Registrant(grant, clinics, state, terms.withRoomFor(left));
    }
}
