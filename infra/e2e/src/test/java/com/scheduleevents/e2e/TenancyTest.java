package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that no key sees, and no webhook is sent, an event of a clinic outside its set. */
@RequiresCapability(SharedClouds.STANDARD)
class TenancyTest {

    @Test
    void feedContainsOwnClinicsOnly(Target target) {
        String foreign = target.account().record(ChangeSamples.cancelled("cln_harbour", "prv_tenancy"));
        String own = target.otherAccount().record(ChangeSamples.cancelled("cln_elsewhere", "prv_tenancy"));

        List<JsonNode> feed = target.otherAccount().walk("/v1/events?limit=100");

        assertThat(texts(feed, "id")).contains(own).doesNotContain(foreign);
        assertThat(texts(feed, "clinic_id")).containsExactly("cln_elsewhere");
        assertThat(texts(target.account().walk("/v1/events?limit=100"), "id"))
                .contains(foreign)
                .doesNotContain(own);
        assertThat(target.otherAccount().get("/v1/events/" + own).status()).isEqualTo(200);
    }

    @Test
    void eventOfAnotherAccountGetsTheResponseOfAnUnknownEvent(Target target) {
        String foreign = target.account().record(ChangeSamples.cancelled("cln_harbour", "prv_tenancy"));

        HttpsResponse response = target.otherAccount().get("/v1/events/" + foreign);

        assertThat(response.status()).isEqualTo(404);
        assertThat(withoutRequest(response))
                .isEqualTo(withoutRequest(target.otherAccount().get("/v1/events/evt_01JZZZZZZZZZZZZZZZZZZZZZZZ")));
    }

    @Test
    void webhookOfAnotherAccountCanNeitherBeReadNorChanged(Target target) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "tenancy", List.of("*"));
        ApiClientAccount other = target.otherAccount();
        String path = "/v1/webhooks/" + inbox.webhook();

        assertThat(texts(other.walk("/v1/webhooks?limit=100"), "id")).doesNotContain(inbox.webhook());
        for (HttpsResponse response : List.of(other.get(path), other.delete(path), other.post(path + "/enable", ""))) {
            assertThat(response.status()).isEqualTo(404);
            assertThat(withoutRequest(response))
                    .isEqualTo(withoutRequest(other.get("/v1/webhooks/whk_01JZZZZZZZZZZZZZZZZZZZZZZZ")));
        }

        assertThat(target.account().webhook(inbox.webhook()).path("status").asText())
                .isEqualTo("active");
        String event = target.account().record(ChangeSamples.cancelled("cln_harbour", "prv_tenancy"));
        Await.await("the delivery").until(() -> inbox.accepted(event));
        inbox.delete(target.account());
    }

    @Test
    void webhookGetsNoEventOfAnotherAccount(Target target) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "tenancy-all", List.of("*"));

        String foreign = target.otherAccount().record(ChangeSamples.cancelled("cln_elsewhere", "prv_tenancy"));
        String own = target.account().record(ChangeSamples.cancelled("cln_harbour", "prv_tenancy"));

        Await.await("the delivery").until(() -> inbox.accepted(own));
        assertThat(inbox.deliveriesOf(foreign)).isEmpty();
        inbox.delete(target.account());
    }

    @ParameterizedTest
    @ValueSource(strings = {"cln_harbour", "cln_nowhere"})
    void clinicOfAnotherAccountIsRejectedLikeAnUnknownClinic(String clinic, Target target) {
        ApiClientAccount other = target.otherAccount();
        String hook = "{\"url\":\"" + target.receiver().resolve("/hooks/tenancy-none")
                + "\",\"types\":[\"*\"],\"clinic_id\":\"" + clinic + "\"}";

        for (HttpsResponse response : List.of(
                other.post("/v1/events", ChangeSamples.cancelled(clinic, "prv_tenancy")),
                other.get("/v1/events?clinic_id=" + clinic),
                other.post("/v1/webhooks", hook))) {
            assertThat(response.status()).isEqualTo(403);
            assertThat(response.json().at("/error/code").asText()).isEqualTo("clinic_not_allowed");
            assertThat(response.json().at("/error/param").asText()).isEqualTo("clinic_id");
        }
        assertThat(texts(other.walk("/v1/webhooks?limit=100"), "clinic_id")).doesNotContain(clinic);
    }

    private static Set<String> texts(List<JsonNode> objects, String field) {
        return objects.stream().map(object -> object.path(field).asText()).collect(Collectors.toSet());
    }

    private static String withoutRequest(HttpsResponse response) {
        return response.text().replace(response.header("Request-Id"), "");
    }
}
