package com.scheduleevents.domain.oauth;

/**
 * What an access token is requested with.
 *
 * @param client what its owner may see
 * @param secret the client's secret, which is shown nowhere
 */
public record ClientCredentials(OAuthClient client, String secret) {

    /** Omits the secret. */
    @Override
    public String toString() {
        return "ClientCredentials[" + client.clientId() + "]";
    }
}
