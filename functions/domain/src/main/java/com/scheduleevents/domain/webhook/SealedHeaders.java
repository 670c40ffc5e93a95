package com.scheduleevents.domain.webhook;

import java.util.List;

/**
 * The static headers of a webhook as they are stored: their values are encrypted, and bound to the account and the webhook.
 *
 * @param names the names, in the order in which the owner gave them
 * @param dataKey the name of the key that encrypts the values
 * @param ciphertext the encrypted names and values, in base64
 */
public record SealedHeaders(List<String> names, String dataKey, String ciphertext) {

    public SealedHeaders {
        names = List.copyOf(names);
    }
}
