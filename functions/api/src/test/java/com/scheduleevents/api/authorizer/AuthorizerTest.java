package com.scheduleevents.api.authorizer;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.APIGatewayCustomAuthorizerEvent;
import com.amazonaws.services.lambda.runtime.events.IamPolicyResponse;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.amazonaws.services.lambda.runtime.serialization.factories.JacksonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ApiKeySecret.Mode;
import com.scheduleevents.domain.memory.InMemoryAccounts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuthorizerTest {

    private static final ApiKeySecret KNOWN = ApiKeySecret.mint(Mode.LIVE, new Random(1));
    private static final ApiKeySecret UNKNOWN = ApiKeySecret.mint(Mode.LIVE, new Random(2));

    private final InMemoryAccounts accounts = Callers.accounts().with(KNOWN, Callers.HARBOUR);

    @ParameterizedTest
    @ValueSource(strings = {"Bearer ", "bearer ", "BEARER "})
    void aKnownKeyIsAllowedForTheWholeStage(String scheme) throws JsonProcessingException {
        JsonNode answer = ask(accounts, scheme + KNOWN.reveal());
        assertThat(answer).isEqualTo(new ObjectMapper().readTree("""
                                {"principalId":"key_harbour",
                                 "policyDocument":{"Version":"2012-10-17","Statement":[{
                                   "Action":"execute-api:Invoke","Effect":"Allow",
                                   "Resource":["arn:aws:execute-api:eu-west-1:123456789012:abc123/v1/*"]}]},
                                 "context":{"account_id":"acc_1","key_id":"key_harbour","all_clinics":"false",
                                   "scopes":"events:read events:write usage:read webhooks:read webhooks:write"}}"""));
    }

    @Test
    void anUnknownKeyIsDenied() throws JsonProcessingException {
        assertDenied(ask(accounts, "Bearer " + UNKNOWN.reveal()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Bearer",
                "Bearer ",
                "Bearer  KEY",
                " Bearer KEY",
                "Bearer KEY ",
                "Bearer KEY KEY",
                "Bearer KEY,KEY",
                "Bearer\tKEY",
                "Basic KEY",
                "KEY",
                "Bearer sk_live_short",
                "Bearer KEYx",
                "Bearer ключ",
            })
    void whatIsNoKeyIsDeniedWithoutALookUp(String header) throws JsonProcessingException {
        assertDenied(ask(new Unasked(), header.replace("KEY", KNOWN.reveal())));
    }

    @Test
    void aRefusalCanStandInTheGatewaysAnswerAsItIs() {
        assertThat(Refusal.values()).allSatisfy(refusal -> assertThat(refusal.message())
                .matches("[ -~]+\\.")
                .doesNotContain("\"")
                .doesNotContain("\\")
                .doesNotContain("$"));
    }

    private static void assertDenied(JsonNode answer) {
        assertThat(answer.at("/policyDocument/Statement/0/Effect").asText()).isEqualTo("Deny");
        assertThat(answer.at("/policyDocument/Statement/0/Resource/0").asText()).endsWith(":abc123/v1/*");
        assertThat(answer.at("/context/code").asText()).isEqualTo("invalid_api_key");
        assertThat(answer.at("/context/message").asText()).isNotEmpty();
        assertThat(answer.at("/context/account_id").isMissingNode()).isTrue();
        assertThat(answer.toString()).doesNotContain(KNOWN.reveal()).doesNotContain(UNKNOWN.reveal());
    }

    /** Through the bytes that Lambda hands over and takes back. */
    private static JsonNode ask(Accounts accounts, String authorization) throws JsonProcessingException {
        String event = """
                {"type":"REQUEST","methodArn":"arn:aws:execute-api:eu-west-1:123456789012:abc123/v1/GET/events/evt_1",
                 "resource":"/events/{event_id}","path":"/events/evt_1","httpMethod":"GET",
                 "headers":{"authorization":AUTHORIZATION,"Host":"example.com"},
                 "multiValueHeaders":{"authorization":[AUTHORIZATION]},
                 "queryStringParameters":{},"pathParameters":{"event_id":"evt_1"},"stageVariables":{},
                 "requestContext":{"accountId":"123456789012","requestId":"req-1","stage":"v1",
                   "identity":{"sourceIp":"192.0.2.1"}}}""".replace("AUTHORIZATION", new ObjectMapper().writeValueAsString(authorization));
        APIGatewayCustomAuthorizerEvent read = LambdaEventSerializers.serializerFor(
                        APIGatewayCustomAuthorizerEvent.class, AuthorizerTest.class.getClassLoader())
                .fromJson(new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)));
        IamPolicyResponse answer = new Authorizer(accounts).handleRequest(read, null);
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        JacksonFactory.getInstance().getSerializer(IamPolicyResponse.class).toJson(answer, written);
        return new ObjectMapper().readTree(written.toString(StandardCharsets.UTF_8));
    }
}
