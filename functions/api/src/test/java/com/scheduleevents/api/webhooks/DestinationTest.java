package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests webhooks whose deliveries go to a queue or an event bus in the AWS account of their owner. */
class DestinationTest {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final String QUEUE = "https://sqs.eu-central-1.amazonaws.com/123456789012/events";
    private static final String ROLE = "arn:aws:iam::123456789012:role/events";
    private static final String DESTINATION = "{'type':'sqs','queue_url':'" + QUEUE + "','role_arn':'" + ROLE + "'}";

    private static final String BUS = "arn:aws:events:eu-central-1:123456789012:event-bus/events";
    private static final String BUS_DESTINATION =
            "{'type':'eventbridge','event_bus_arn':'" + BUS + "','role_arn':'" + ROLE + "'}";

    private final WebhooksFixture world = new WebhooksFixture();

    @Test
    void showsTheQueueInPlaceOfAUrl() {
        ApiResponse made = register(",'destination':" + DESTINATION);

        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.json().get("mode").asText()).isEqualTo("push");
        assertThat(made.json().get("url").isNull()).isTrue();
        assertThat(made.json().get("destination").toString()).isEqualTo(quoted(DESTINATION));
        WebhookSettings stored = world.webhooks.all().getFirst().settings();
        assertThat(stored.url()).isEqualTo(QUEUE);
        assertThat(stored.destination().orElseThrow().role().arn()).isEqualTo(ROLE);
        assertThat(register(",'url':'https://example.com/'")
                        .json()
                        .get("destination")
                        .isNull())
                .isTrue();
    }

    @Test
    void showsTheEventBusInPlaceOfAUrl() {
        ApiResponse made = register(",'destination':" + BUS_DESTINATION);

        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.json().get("url").isNull()).isTrue();
        assertThat(made.json().get("destination").toString()).isEqualTo(quoted(BUS_DESTINATION));
        assertThat(world.webhooks.all().getFirst().settings().url()).isEqualTo(BUS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "[]                                                    | invalid_field | destination",
                "{'queue_url':'Q','role_arn':'R'}                      | missing_field | type",
                "{'type':'sns','queue_url':'Q','role_arn':'R'}         | invalid_field | type",
                "{'type':'eventbridge','queue_url':'Q','role_arn':'R'} | unknown_field | queue_url",
                "{'type':'sqs','event_bus_arn':'B','queue_url':'Q','role_arn':'R'} | unknown_field | event_bus_arn",
                "{'type':'eventbridge','role_arn':'R'}                 | missing_field | event_bus_arn",
                "{'type':'eventbridge','event_bus_arn':'arn:aws:events:eu-central-1:123456789012:rule/r','role_arn':'R'} | invalid_field | event_bus_arn",
                "{'type':'eventbridge','event_bus_arn':'arn:aws:events:eu-central-1:999999999999:event-bus/b','role_arn':'R'} | invalid_field | destination",
                "{'type':'eventbridge','event_bus_arn':'B','role_arn':'arn:aws:iam::999999999999:role/r'} | invalid_field | destination",
                "{'type':'sqs','role_arn':'R'}                         | missing_field | queue_url",
                "{'type':'sqs','queue_url':'Q'}                        | missing_field | role_arn",
                "{'type':'sqs','queue_url':'Q','role_arn':'R','key':1} | unknown_field | key",
                "{'type':'sqs','queue_url':'Q.fifo','role_arn':'R'}    | invalid_field | queue_url",
                "{'type':'sqs','queue_url':'https://169.254.169.254/123456789012/x','role_arn':'R'} | invalid_field | queue_url",
                "{'type':'sqs','queue_url':'Q','role_arn':'arn:aws:iam::123456789012:user/u'} | invalid_field | role_arn",
                "{'type':'sqs','queue_url':'https://sqs.eu-central-1.amazonaws.com/999999999999/x','role_arn':'R'} | invalid_field | destination",
                "{'type':'sqs','queue_url':'Q','role_arn':'arn:aws:iam::999999999999:role/r'} | invalid_field | destination",
                "{'type':'sqs','queue_url':'Q','role_arn':'arn:aws-cn:iam::123456789012:role/r'} | invalid_field | destination",
            })
    void namesTheFaultOfADestination(String destination, String code, String param) {
        String body = destination
                .replace("'Q", "'" + QUEUE)
                .replace("'B'", "'" + BUS + "'")
                .replace("'R'", "'" + ROLE + "'");
        register(",'destination':" + body).assertError(400, code, param);
        assertThat(world.webhooks.all()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'url':'https://example.com/'    | url",
                "'headers':{'X-Key':'hunter2'}   | headers",
                "'capture_responses':true        | capture_responses",
                "'auth':{'type':'oauth2','token_url':'https://a.example.com/','client_id':'i','client_secret':'s'} | auth",
            })
    void refusesWhatOnlyAnEndpointHas(String setting, String param) {
        register(",'destination':" + DESTINATION + "," + setting).assertError(400, "invalid_field", param);
        String id = id(register(",'destination':" + DESTINATION));
        patch(id, "{" + setting + "}").assertError(400, "invalid_field", param);
    }

    @Test
    void destinationCanBeChangedButNotThatThereIsOne() {
        String id = id(register(",'destination':" + DESTINATION));
        ApiResponse merged =
                patchAs("application/merge-patch+json", id, "{'destination':{'role_arn':'" + ROLE + "-2'}}");
        assertThat(merged.json().at("/destination/role_arn").asText()).isEqualTo(ROLE + "-2");
        assertThat(merged.json().at("/destination/queue_url").asText()).isEqualTo(QUEUE);
        ApiResponse moved = patch(id, "{'destination':" + DESTINATION.replace("/events'", "/other'") + "}");
        assertThat(moved.json().at("/destination/queue_url").asText()).isEqualTo(QUEUE.replace("events", "other"));

        ApiResponse other = patch(id, "{'destination':" + BUS_DESTINATION + "}");
        assertThat(other.json().at("/destination/event_bus_arn").asText()).isEqualTo(BUS);
        assertThat(other.json().at("/destination/queue_url").isMissingNode()).isTrue();

        patch(id, "{'destination':null}").assertError(400, "invalid_field", "destination");
        patch(id, "{'destination':null,'url':'https://example.com/'}").assertError(400, "invalid_field", "destination");
        String endpoint = id(register(",'url':'https://example.com/'"));
        patch(endpoint, "{'url':null,'destination':" + DESTINATION + "}")
                .assertError(400, "invalid_field", "destination");
        assertThat(patch(endpoint, "{'destination':null}").status()).isEqualTo(200);
    }

    private ApiResponse register(String settings) {
        return world.send(
                NOW, ApiRequest.of(Callers.FULL, "POST", "/webhooks").json(quoted("{'types':['*']" + settings + "}")));
    }

    private ApiResponse patch(String id, String body) {
        return patchAs("application/json", id, body);
    }

    private ApiResponse patchAs(String type, String id, String body) {
        return world.send(
                NOW,
                ApiRequest.of(Callers.FULL, "PATCH", "/webhooks/{webhook_id}")
                        .path("webhook_id", id)
                        .header("Content-Type", type)
                        .body(quoted(body), false));
    }

    private static String id(ApiResponse made) {
        return made.json().get("id").asText();
    }

    private static String quoted(String text) {
        return text.replace('\'', '"');
    }
}
