package com.scheduleevents.ministack;

import java.net.URI;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ses.SesClient;

/** Verifies the sender's domain: like AWS, MiniStack refuses e-mails from an unverified domain. */
final class MailSender {

    private MailSender() {}

    /** @param address such as {@code webhooks@example.com}, whose domain is verified */
    static void verify(URI services, String address) {
        try (SesClient ses = SesClient.builder()
                .endpointOverride(services)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build()) {
            ses.verifyDomainIdentity(identity -> identity.domain(address.substring(address.indexOf('@') + 1)));
        }
    }
}
