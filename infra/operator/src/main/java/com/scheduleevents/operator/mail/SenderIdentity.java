package com.scheduleevents.operator.mail;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.ses.SesClient;
import software.amazon.awssdk.services.ses.model.IdentityVerificationAttributes;
import software.amazon.awssdk.services.ses.model.VerificationStatus;

/**
 * The identity that SES sends e-mails from.
 *
 * @param domain the domain of the sender's address
 * @param verified whether SES sends from it, or from the address alone
 * @param sandbox whether SES sends only to verified identities, because the AWS account has not left its sandbox
 * @param records the DNS records that verify the domain, each as name, type and value; empty once it is verified
 */
record SenderIdentity(String domain, boolean verified, boolean sandbox, List<String> records) {

    /** In 24 hours: the quota of the sandbox, and of no other account. */
    private static final double QUOTA_OF_THE_SANDBOX = 200;

    /** Looks an address up, and begins to verify its domain unless it is verified. It can be called again at any time. */
    static SenderIdentity of(SesClient ses, String address) {
        String domain = address.substring(address.indexOf('@') + 1);
        Map<String, IdentityVerificationAttributes> known = ses.getIdentityVerificationAttributes(
                        get -> get.identities(domain, address))
                .verificationAttributes();
        boolean verified = known.values().stream()
                .anyMatch(identity -> identity.verificationStatus() == VerificationStatus.SUCCESS);
        boolean sandbox = ses.getSendQuota().max24HourSend() == QUOTA_OF_THE_SANDBOX;
        List<String> records = verified
                ? List.of()
                : ses.verifyDomainDkim(verify -> verify.domain(domain)).dkimTokens().stream()
                        .map(token -> token + "._domainkey." + domain + " CNAME " + token + ".dkim.amazonses.com")
                        .toList();
        return new SenderIdentity(domain, verified, sandbox, records);
    }
}
