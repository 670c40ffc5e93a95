package com.scheduleevents.domain.certificate;

import java.time.Instant;

/**
 * What the owner of a webhook may see of its client certificate.
 *
 * @param subject whom it names, as a distinguished name (RFC 2253)
 * @param issuer who has issued it
 * @param fingerprint the SHA-256 of the certificate itself, in hexadecimal
 * @param endsAt when the first certificate of its chain ends; receivers reject it from then on
 */
public record CertificateFacts(String subject, String issuer, String fingerprint, Instant endsAt) {}
