package com.scheduleevents.operator.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.ses.SesClient;
import software.amazon.awssdk.services.ses.model.GetIdentityVerificationAttributesRequest;
import software.amazon.awssdk.services.ses.model.GetIdentityVerificationAttributesResponse;
import software.amazon.awssdk.services.ses.model.GetSendQuotaRequest;
import software.amazon.awssdk.services.ses.model.GetSendQuotaResponse;
import software.amazon.awssdk.services.ses.model.IdentityVerificationAttributes;
import software.amazon.awssdk.services.ses.model.VerificationStatus;
import software.amazon.awssdk.services.ses.model.VerifyDomainDkimRequest;
import software.amazon.awssdk.services.ses.model.VerifyDomainDkimResponse;

class SenderIdentityTest {

    private static final String ADDRESS = "webhooks@clinic.example";

    private final List<String> begun = new ArrayList<>();

    @Test
    void verificationBeginsForADomainThatIsUnknownAndGoesOnWhileItIsPending() {
        for (Map<String, VerificationStatus> known :
                List.of(Map.<String, VerificationStatus>of(), Map.of("clinic.example", VerificationStatus.PENDING))) {
            SenderIdentity identity = SenderIdentity.of(ses(known, 200), ADDRESS);

            assertThat(identity)
                    .isEqualTo(new SenderIdentity(
                            "clinic.example",
                            false,
                            true,
                            List.of(
                                    "one._domainkey.clinic.example CNAME one.dkim.amazonses.com",
                                    "two._domainkey.clinic.example CNAME two.dkim.amazonses.com")));
        }
        assertThat(begun).containsExactly("clinic.example", "clinic.example");
    }

    @Test
    void nothingBeginsWhereTheDomainOrTheAddressIsVerified() {
        for (String verified : List.of("clinic.example", ADDRESS)) {
            assertThat(SenderIdentity.of(ses(Map.of(verified, VerificationStatus.SUCCESS), 50_000), ADDRESS))
                    .isEqualTo(new SenderIdentity("clinic.example", true, false, List.of()));
        }
        assertThat(begun).isEmpty();
    }

    private SesClient ses(Map<String, VerificationStatus> known, double quota) {
        return new SesClient() {
            @Override
            public GetIdentityVerificationAttributesResponse getIdentityVerificationAttributes(
                    GetIdentityVerificationAttributesRequest request) {
                assertThat(request.identities()).containsExactly("clinic.example", ADDRESS);
                return GetIdentityVerificationAttributesResponse.builder()
                        .verificationAttributes(known.entrySet().stream()
                                .collect(java.util.stream.Collectors.toMap(
                                        Map.Entry::getKey, status -> IdentityVerificationAttributes.builder()
                                                .verificationStatus(status.getValue())
                                                .build())))
                        .build();
            }

            @Override
            public GetSendQuotaResponse getSendQuota(GetSendQuotaRequest request) {
                return GetSendQuotaResponse.builder().max24HourSend(quota).build();
            }

            @Override
            public VerifyDomainDkimResponse verifyDomainDkim(VerifyDomainDkimRequest request) {
                begun.add(request.domain());
                return VerifyDomainDkimResponse.builder()
                        .dkimTokens("one", "two")
                        .build();
            }

            @Override
            public String serviceName() {
                return "ses";
            }

            @Override
            public void close() {}
        };
    }
}
