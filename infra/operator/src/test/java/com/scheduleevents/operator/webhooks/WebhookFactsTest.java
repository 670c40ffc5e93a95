package com.scheduleevents.operator.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.EventFilter;
import com.scheduleevents.domain.webhook.PayloadStyle;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import com.scheduleevents.operator.output.Limits;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests what support staff are shown of a webhook. */
class WebhookFactsTest {

    private static final Webhook SELECTIVE = Webhook.registered(
            new AccountId("acc_1"),
            new WebhookId("whk_1"),
            new ApiKeyId("key_1"),
            new WebhookSettings(
                    "https://receiver.example/hooks?token=private",
                    List.of("offer.created"),
                    Set.of(new ClinicId("cln_b"), new ClinicId("cln_a")),
                    Optional.of("Front desk"),
                    OptionalInt.empty(),
                    Optional.of(new EventFilter(Map.of("provider_id", Set.of("\"prv_private\"")))),
                    PayloadStyle.FULL,
                    Optional.empty(),
                    false,
                    Optional.empty()),
            new Clinics.All(),
            new SealedSecret(1, "k", "whsec_x"),
            Instant.parse("2026-11-20T14:02:11.337Z"));

    @Test
    void everyClinicOfAWebhookIsShown() {
        Limits clinics = new Limits(List.of("cln_a", "cln_b"));
        assertThat(WebhookFacts.row(SELECTIVE)).contains(clinics);
        assertThat(WebhookFacts.facts(SELECTIVE, 0)).contains(new Fact("clinics", clinics), new Fact("filtered", true));
    }

    @Test
    void webhookWithoutLimitsGetsAllAndProgramsReadTheList() throws JsonProcessingException {
        assertThat(new Limits(List.of("*"))).hasToString("all");
        assertThat(new Limits(List.of())).hasToString("all");
        assertThat(new Limits(List.of("cln_a", "cln_b"))).hasToString("cln_a, cln_b");
        assertThat(new ObjectMapper().writeValueAsString(new Limits(List.of("*"))))
                .isEqualTo("[\"*\"]");
    }

    @Test
    void pathOfTheUrlAndValuesOfTheFilterAreNotShown() {
        assertThat(WebhookFacts.row(SELECTIVE)).contains("receiver.example");
        assertThat(WebhookFacts.row(SELECTIVE) + " " + List.of(WebhookFacts.facts(SELECTIVE, 0)))
                .doesNotContain("private", "whsec_");
    }
}
