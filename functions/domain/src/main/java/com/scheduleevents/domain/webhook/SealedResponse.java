package com.scheduleevents.domain.webhook;

/**
 * A captured response as it is stored: encrypted, and bound to the account, the webhook and the attempt.
 *
 * @param attempt the attempt that failed with it
 * @param dataKey the name of the key that it is encrypted with
 * @param ciphertext the encrypted response, in base64
 */
public record SealedResponse(AttemptId attempt, String dataKey, String ciphertext) {}
