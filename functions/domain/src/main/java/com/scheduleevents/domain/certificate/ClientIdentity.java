package com.scheduleevents.domain.certificate;

/**
 * Who the service is to a receiver that asks its clients for a certificate. Connections that are made as one identity serve no other.
 *
 * @param webhook the identifier of the webhook whose settings have the certificate
 */
public record ClientIdentity(String webhook, ClientCertificate certificate) {}
