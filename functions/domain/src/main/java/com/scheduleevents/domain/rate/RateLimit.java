package com.scheduleevents.domain.rate;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;

/**
 * The rate limit of an account, of one API key within it, or of a network address.
 *
 * @param subject what is limited
 * @param id the identifier of the account or the key, or the network address
 */
public record RateLimit(Subject subject, String id, Rate rate) {

    /** What has a rate limit. */
    public enum Subject {
        /** All keys of an account together. */
        ACCOUNT,
        /** One key. */
        KEY,
        /** One network address, from which somebody without a key calls. */
        ADDRESS
    }

    /** What one network address may do that needs no key: more than a person does, and nothing that is worth a loop. */
    private static final Rate WITHOUT_KEY = new Rate(5);

    /** The limit of an account. */
    public static RateLimit of(AccountId account, Rate rate) {
        return new RateLimit(Subject.ACCOUNT, account.value(), rate);
    }

    /** The limit of a key, within that of its account. */
    public static RateLimit of(ApiKeyId key, Rate rate) {
        return new RateLimit(Subject.KEY, key.value(), rate);
    }

    /** The limit of a network address. */
    public static RateLimit ofAddress(String address) {
        return new RateLimit(Subject.ADDRESS, address, WITHOUT_KEY);
    }
}
