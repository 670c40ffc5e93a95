package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.certificate.CertificateFacts;

/**
 * The client certificate of a webhook as it is stored: its chain and key are encrypted, and bound to the account and the webhook.
 *
 * @param facts what its owner may see
 * @param dataKey the name of the key that encrypts it
 * @param ciphertext the encrypted chain and key, in base64
 */
public record SealedCertificate(CertificateFacts facts, String dataKey, String ciphertext) {}
