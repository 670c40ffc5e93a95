package com.scheduleevents.delivery.notifier;

import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.NewApiKey;
import java.time.Instant;

/**
 * What a link in an e-mail signs in with.
 *
 * @param key is issued after the e-mail was handed over, and expires
 * @param secret of the key; it is in the e-mail and nowhere else
 */
record MailLink(NewApiKey key, ApiKeySecret secret) {

    /** When it stops working. */
    Instant end() {
        return key.expiresAt().orElseThrow();
    }
}
