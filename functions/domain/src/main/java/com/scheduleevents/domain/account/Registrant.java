package com.scheduleevents.domain.account;

/**
 * An API key that registers a webhook, as the tables say it at this moment: what the gateway remembers of the key may be a
 * minute old, and a webhook stays.
 *
 * @param account whose it is
 * @param key the key's public name
 * @param clinics what the key sees, and so its webhook
 * @param state whether the account is served
 * @param terms how many webhooks the account may have, and how often something was counted or its webhooks had a change to
 *     follow; a registration holds only while that is so
 */
public record Registrant(AccountId account, ApiKeyId key, Clinics clinics, AccountState state, AccountTerms terms) {

    /**
     * The same registrant, whose account has room for so many more webhooks.
     *
     * @param left how many more were found to fit
     */
    public Registrant withRoomFor(int left) {
        return new Registrant(account, key, clinics, state, terms.withRoomFor(left));
    }
}
