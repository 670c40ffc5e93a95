package com.scheduleevents.domain.webhook;

/**
 * A signing secret as it is stored: encrypted, and bound to its account, its webhook and its version, so that it is of no use
 * in another row.
 *
 * @param version counts the webhook's secrets
 * @param dataKey names the key that it was encrypted with
 * @param ciphertext the encrypted secret, in base64
 */
public record SealedSecret(int version, String dataKey, String ciphertext) {}
