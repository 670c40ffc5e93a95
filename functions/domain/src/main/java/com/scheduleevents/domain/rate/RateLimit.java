package com.scheduleevents.domain.rate;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;

/**
 * The rate limit of an account, or of one API key within it.
 *
 * @param subject what is limited
 * @param id the identifier of the account or the key
 */
public record RateLimit(Subject subject, String id, Rate rate) {

    /** What has a rate limit. */
    public enum Subject {
        /** All keys of an account together. */
        ACCOUNT,
        /** One key. */
        KEY
    }

    /** The limit of an account. */
    public static RateLimit of(AccountId account, Rate rate) {
        return new RateLimit(Subject.ACCOUNT, account.value(), rate);
    }

    /** The limit of a key, within that of its account. */
    public static RateLimit of(ApiKeyId key, Rate rate) {
        return new RateLimit(Subject.KEY, key.value(), rate);
    }
}
