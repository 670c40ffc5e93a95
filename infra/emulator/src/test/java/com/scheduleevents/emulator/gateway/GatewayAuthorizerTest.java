package com.scheduleevents.emulator.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatewayAuthorizerTest extends GatewayFixture {

    @Test
    void withoutItsIdentityHeaderTheAuthorizerIsNotAsked() throws Exception {
        var bare = HttpRequest.newBuilder(gateway.url().resolve("/v1/events"));

        assertThat(send(bare.build()).statusCode()).isEqualTo(401);
        assertThat(send(bare.header("Authorization", "").build()).body()).isEqualTo("{\"message\":\"Unauthorized\"}");
        assertThat(authorizations).hasValue(0);
    }

    @Test
    void anOpenRouteAsksNobody() throws Exception {
        HttpRequest.Builder bare = HttpRequest.newBuilder(gateway.url().resolve("/v1/events"));
        assertThat(send(bare.method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                                .build())
                        .statusCode())
                .isEqualTo(200);
        assertThat(authorizations).hasValue(0);
        assertThat(seen.get().at("/requestContext/authorizer").isMissingNode()).isTrue();
        assertThat(send(bare.method("HEAD", HttpRequest.BodyPublishers.noBody()).build())
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void theAuthorizerSeesTheRequestAndItsArn() throws Exception {
        send(request("/v1/events/evt_1?a=b").GET().build());

        JsonNode event = seenByAuthorizer.get();
        assertThat(event.path("type").asText()).isEqualTo("REQUEST");
        assertThat(event.path("methodArn").asText())
                .isEqualTo("arn:aws:execute-api:us-east-1:000000000000:local/v1/GET/events/evt_1");
        assertThat(event.at("/headers/Authorization").asText()).isEqualTo("Bearer key");
        assertThat(event.at("/pathParameters/event_id").asText()).isEqualTo("evt_1");
        assertThat(event.at("/queryStringParameters/a").asText()).isEqualTo("b");
        assertThat(event.at("/requestContext/requestId").asText()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Allow | arn:aws:execute-api:*:*:*/v1/GET/events           | 200",
                "Allow | arn:aws:execute-api:us-east-1:*:local/v?/*        | 200",
                "Allow | arn:aws:execute-api:us-east-1:*:local/v1/POST/*   | 403",
                "Deny  | *                                                 | 403"
            })
    void thePolicyDecides(String effect, String resource, int status) throws Exception {
        authorizerResponse.set(policy(effect, resource));

        assertThat(send(request("/v1/events").build()).statusCode()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "!Unauthorized | 401 | Unauthorized",
                "!out of luck  | 500 | Internal server error",
                "{}            | 500 | Internal server error",
                "nonsense      | 500 | Internal server error",
                "{\"principalId\":\"a\",\"policyDocument\":{\"Statement\":[{\"Effect\":\"Allow\",\"Action\":\"*\",\"Resource\":\"*\"}]},\"context\":{\"a\":[]}} | 500 | Internal server error"
            })
    void anAuthorizerThatFailsLetsNobodyPass(String body, int status, String message) throws Exception {
        authorizerResponse.set(body);

        HttpResponse<String> response = send(request("/v1/events").build());

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).isEqualTo("{\"message\":\"" + message + "\"}");
        assertThat(seen.get().isNull()).isTrue();
    }

    @Test
    void cachedPoliciesExpire() throws Exception {
        send(request("/v1/events").build());
        authorizerResponse.set(policy("Deny", "*"));

        now.set(now.get().plusSeconds(59));
        assertThat(send(request("/v1/events/evt_1").build()).statusCode()).isEqualTo(200);
        assertThat(authorizations).hasValue(1);

        now.set(now.get().plusSeconds(1));
        assertThat(send(request("/v1/events").build()).statusCode()).isEqualTo(403);
        authorizerResponse.set(ALLOW);
        assertThat(send(request("/v1/events").build()).statusCode()).isEqualTo(403);
        assertThat(authorizations).hasValue(2);

        HttpRequest other = HttpRequest.newBuilder(gateway.url().resolve("/v1/events"))
                .header("Authorization", "Bearer other")
                .build();
        assertThat(send(other).statusCode()).isEqualTo(200);
    }
}
