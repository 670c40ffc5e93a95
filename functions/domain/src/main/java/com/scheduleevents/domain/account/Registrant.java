package com.scheduleevents.domain.account;

/**
 * An API key that registers a webhook, as the tables say it at this moment: what the gateway remembers of the key may be a
 * minute old, and a webhook stays.
 *
 * @param account whose it is
 * @param key the key's public name
 * @param clinics what the key sees, and so its webhook
 * @param state whether the account is served
 * @param changes the number of changes of the account that its webhooks had to follow; a registration holds only while it is
 *     this
 */
public record Registrant(AccountId account, ApiKeyId key, Clinics clinics, AccountState state, long changes) {}
