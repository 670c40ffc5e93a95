package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that what a request makes is where its response says. */
@RequiresCapability(SharedClouds.STANDARD)
class LocationsTest {

    @Test
    void whatWasMadeIsAtItsLocation(Target target) {
        ApiClientAccount account = target.account();
        String event = ChangeSamples.of("appointment.completed", "cln_harbour", "prv_locations");
        assertThat(found(account, account.post("/v1/events", event), 201, "id")).isTrue();
        String key = "{\"scopes\":[\"events:read\"],\"clinic_ids\":null}";
        assertThat(found(account, account.post("/v1/api_keys", key), 201, "id")).isTrue();
        HttpsResponse link = account.post("/v1/console_links", "{\"scopes\":[\"events:read\"],\"clinic_ids\":null}");
        assertThat(account.get(link.header("Location"))
                        .json()
                        .path("description")
                        .asText())
                .isEqualTo("Console link");
        HttpsResponse webhook = account.post(
                "/v1/webhooks",
                "{\"url\":\"" + target.receiver().resolve("/hooks/locations") + "\",\"types\":[\"offer.declined\"]}");
        assertThat(found(account, webhook, 201, "id")).isTrue();
    }

    @Test
    void whatWasBegunIsAtItsLocation(Target target) {
        ApiClientAccount account = target.account();
        String webhook = account.register(target.receiver().resolve("/hooks/begun"), List.of("appointment.no_show"))
                .path("id")
                .asText();
        String event = account.record(ChangeSamples.of("appointment.no_show", "cln_harbour", "prv_begun"));
        String path = "/v1/webhooks/" + webhook;
        for (HttpsResponse begun : List.of(
                account.send("POST", path + "/ping", account.json(), ""),
                account.post(path + "/test", "{\"type\":\"appointment.no_show\"}"),
                account.send("POST", path + "/deliveries/" + event + "/redeliver", account.json(), ""))) {
            Await.await("the delivery at " + begun.header("Location"))
                    .until(() -> found(account, begun, 202, "event_id"));
        }
        HttpsResponse replay = account.post(path + "/replays", "{\"since\":\"" + replayed() + "\"}");
        assertThat(found(account, replay, 202, "id")).isTrue();
    }

    private static String replayed() {
        return Instant.now().minusSeconds(3_600).toString();
    }

    private static boolean found(ApiClientAccount account, HttpsResponse made, int status, String id) {
        assertThat(made.status()).as(made.text()).isEqualTo(status);
        HttpsResponse shown = account.get(made.header("Location"));
        return shown.status() == 200
                && shown.json().path(id).equals(made.json().path(id))
                && !made.json().path(id).isMissingNode();
    }
}
