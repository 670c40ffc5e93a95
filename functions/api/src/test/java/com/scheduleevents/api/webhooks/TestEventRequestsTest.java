package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestEventRequestsTest {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");

    private final WebhooksFixture world = new WebhooksFixture();
    private final Webhook webhook = Webhook.registered(
            Callers.ACCOUNT,
            new WebhookId("whk_1"),
            new ApiKeyId("key_1"),
            new WebhookSettings("https://example.com/", List.of("offer.expired"), Optional.empty(), Optional.empty()),
            new Clinics.All(),
            new SealedSecret(1, "k", "whsec_x"),
            NOW);

    @BeforeEach
    void register() {
        world.webhooks.insert(webhook);
    }

    @Test
    void sendsATestEventOfATypeThatTheWebhookDoesNotGet() {
        ApiResponse response = test("{\"type\":\"appointment.cancelled\",\"fields\":{\"provider_id\":\"prv_7\","
                + "\"starts_at\":\"2026-12-01T10:30:00+01:00\"}}");
        assertThat(response.status()).as(response.text()).isEqualTo(202);
        assertThat(response.json().get("event_type").asText()).isEqualTo("appointment.cancelled");
        assertThat(response.json().get("clinic_id").isNull()).isTrue();
        DeliveryMessage message = world.sent.getFirst();
        String id = response.json().get("event_id").asText();
        assertThat(id).endsWith("_test").isEqualTo(message.payload().id().value());
        assertThat(message.payload().json())
                .startsWith("{\"id\":\"" + id + "\",\"type\":\"appointment.cancelled\",\"clinic_id\":\"cln_harbour\"")
                .contains("\"provider_id\":\"prv_7\"", "\"starts_at\":\"2026-12-01T09:30:00Z\"")
                .endsWith("\"created_at\":\"2026-11-20T14:02:11.337Z\"}");
        assertThat(world.aws.eventCount()).isZero();
    }

    @Test
    void sendsATestEventOfEveryType() {
        EventTypeRegistry.fromClassPath()
                .and(EventTypeRegistry.operational())
                .types()
                .forEach(type -> assertThat(
                                test("{\"type\":\"" + type.name() + "\"}").status())
                        .as(type.name())
                        .isEqualTo(202));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | 400 | missing_field | type",
                "{'type':'webhook.ping'} | 400 | invalid_field | type",
                "{'type':'offer.created','more':1} | 400 | unknown_field | more",
                "{'type':'offer.created','fields':null} | 400 | invalid_field | fields",
                "{'type':'offer.created','fields':{'type':'offer.created'}} | 400 | unknown_field | type",
                "{'type':'offer.created','fields':{'id':'evt_1'}} | 400 | unknown_field | id",
                "{'type':'offer.created','fields':{'recoverable':true}} | 400 | unknown_field | recoverable",
                "{'type':'offer.created','fields':{'provider_id':7}} | 400 | invalid_field | provider_id",
                "{'type':'offer.created','fields':{'clinic_id':'cln_elsewhere'}} | 403 | clinic_not_allowed | clinic_id",
                "{'type':'offer.created','fields':{'clinic_id':'cln_nowhere'}} | 403 | clinic_not_allowed | clinic_id",
                "{'type':'webhook.slow','fields':{'clinic_ids':['cln_nowhere']}} | 403 | clinic_not_allowed | clinic_ids",
                "{'type':'webhook.slow','fields':{'clinic_id':'cln_harbour'}} | 400 | unknown_field | clinic_id",
            })
    void sendsNoInvalidTestEvent(String body, int status, String code, String param) {
        test(body.replace('\'', '"')).assertError(status, code, param);
        assertThat(world.sent).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'type':'x','fields':[]} | type fields",
                "{'type':'x','fields':{'type':'offer.created'},'more':1} | more type type",
                "{'type':'offer.created','fields':{'type':'offer.created','provider_id':7}} | type provider_id",
            })
    void listsAllThatIsWrongWithATestEvent(String body, String params) {
        assertThat(test(body.replace('\'', '"')).json().at("/error/errors").findValuesAsText("param"))
                .containsExactly(params.split(" "));
    }

    @Test
    void sendsNothingToADisabledWebhookOrForAKeyThatDoesNotSeeIt() {
        String body = "{\"type\":\"offer.created\"}";
        test(Callers.HARBOUR, body).assertError(404, "not_found", "webhook_id");
        test(Callers.OTHER, body).assertError(404, "not_found", "webhook_id");
        test(Callers.POWERLESS, body).assertError(403, "missing_scope", "-");
        world.webhooks.update(webhook, webhook.disabled(new Disabling.Requested(NOW)));
        test(body).assertError(409, "webhook_disabled", "webhook_id");
        assertThat(world.sent).isEmpty();
    }

    private ApiResponse test(String body) {
        return test(Callers.FULL, body);
    }

    private ApiResponse test(Caller caller, String body) {
        return world.send(
                NOW,
                ApiRequest.of(caller, "POST", "/webhooks/{webhook_id}/test")
                        .path("webhook_id", webhook.id().value())
                        .json(body));
    }
}
