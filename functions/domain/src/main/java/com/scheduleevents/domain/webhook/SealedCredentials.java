package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.oauth.OAuthClient;

/**
 * What access tokens for a webhook are requested with, as it is stored: the client's secret is encrypted, and bound to the account and the webhook.
 *
 * @param client what its owner may see
 * @param dataKey the name of the key that encrypts the secret
 * @param ciphertext the encrypted secret, in base64
 */
public record SealedCredentials(OAuthClient client, String dataKey, String ciphertext) {

    /** The same secret for other settings of its client. */
    public SealedCredentials with(OAuthClient other) {
        return new SealedCredentials(other, dataKey, ciphertext);
    }
}
