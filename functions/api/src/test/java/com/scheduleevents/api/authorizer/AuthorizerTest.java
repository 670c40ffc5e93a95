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
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ApiKeySecret.Mode;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.KeyUses;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.rate.Rate;
import com.scheduleevents.testkit.memory.InMemoryAccounts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuthorizerTest {

    private static final LocalDate TODAY = LocalDate.parse("2026-11-21");
    private static final Instant NOW = Instant.parse("2026-11-21T23:59:58Z");
    private static final ApiKeySecret KNOWN = ApiKeySecret.mint(Mode.LIVE, new Random(1));
    private static final ApiKeySecret UNKNOWN = ApiKeySecret.mint(Mode.LIVE, new Random(2));

    private final InMemoryAccounts accounts = Callers.accounts().with(KNOWN, Callers.HARBOUR);

    @ParameterizedTest
    @ValueSource(strings = {"Bearer ", "bearer ", "BEARER "})
    void allowsAKnownKeyForTheWholeStage(String scheme) throws JsonProcessingException {
        JsonNode response = ask(accounts, scheme + KNOWN.reveal());
        assertThat(response).isEqualTo(new ObjectMapper().readTree("""
                                {"principalId":"key_harbour",
                                 "policyDocument":{"Version":"2012-10-17","Statement":[{
                                   "Action":"execute-api:Invoke","Effect":"Allow",
                                   "Resource":["arn:aws:execute-api:eu-west-1:123456789012:abc123/v1/*"]}]},
                                 "context":{"account_id":"acc_1","key_id":"key_harbour","all_clinics":"false",
                                   "account_suspended":"false","requests_per_second":"100",
                                   "scopes":"audit:read console:write events:read events:write keys:write usage:read webhooks:pull webhooks:read webhooks:write"}}"""));
    }

    @Test
    void passesTheRateAndTheExpiryOfTheKeyOn() throws JsonProcessingException {
        Caller ending = ending(NOW.plusSeconds(1));
        accounts.with(KNOWN, new Grant(ending, true, Optional.of(TODAY), Optional.of(7), Optional.of(3)));
        JsonNode context = ask(accounts, "Bearer " + KNOWN.reveal()).get("context");
        assertThat(context.get("requests_per_second").asText()).isEqualTo("7");
        assertThat(context.get("key_requests_per_second").asText()).isEqualTo("3");
        assertThat(context.get("account_suspended").asText()).isEqualTo("true");
        assertThat(context.get("expires_at").asText()).isEqualTo("2026-11-21T23:59:59Z");
    }

    @Test
    void deniesAnExpiredKeyWithItsOwnCode() throws JsonProcessingException {
        accounts.with(KNOWN, Grant.unused(ending(NOW)));
        JsonNode response = ask(accounts, "Bearer " + KNOWN.reveal());
        assertThat(response.at("/policyDocument/Statement/0/Effect").asText()).isEqualTo("Deny");
        assertThat(response.at("/context/code").asText()).isEqualTo("expired_api_key");
        assertThat(lastUse()).isEmpty();
    }

    @Test
    void storesTheFirstUseOfADayOnly() throws JsonProcessingException {
        List<LocalDate> written = new ArrayList<>();
        KeyUses uses = (fingerprint, day) -> {
            written.add(day);
            accounts.used(fingerprint, day);
        };
        accounts.with(
                KNOWN,
                new Grant(Callers.HARBOUR, false, Optional.of(TODAY.minusDays(1)), Optional.empty(), Optional.empty()));
        for (int i = 0; i < 3; i++) {
            ask(accounts, uses, "Bearer " + KNOWN.reveal());
        }
        assertThat(written).containsExactly(TODAY);
    }

    @Test
    void allowsAKeyWhoseUseCannotBeStored() throws JsonProcessingException {
        KeyUses failing = (_, _) -> {
            throw new IllegalStateException("the table is not there");
        };
        JsonNode response = ask(accounts, failing, "Bearer " + KNOWN.reveal());
        assertThat(response.at("/policyDocument/Statement/0/Effect").asText()).isEqualTo("Allow");
    }

    @Test
    void deniesAnUnknownKey() throws JsonProcessingException {
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
    void deniesAMalformedKeyWithoutALookup(String header) throws JsonProcessingException {
        assertDenied(ask(new FailingAccounts(), header.replace("KEY", KNOWN.reveal())));
    }

    @Test
    void refusalMessagesNeedNoEscapingInJson() {
        assertThat(DenialReason.values()).allSatisfy(reason -> assertThat(reason.message())
                .matches("[ -~]+\\.")
                .doesNotContain("\"")
                .doesNotContain("\\")
                .doesNotContain("$"));
    }

    private static Caller ending(Instant end) {
        return new Caller(
                Callers.ACCOUNT, new ApiKeyId("key_ending"), Set.of(Scope.EVENTS_READ), true, Optional.of(end));
    }

    private Optional<LocalDate> lastUse() {
        return accounts.grantOf(KNOWN.fingerprint()).orElseThrow().lastUsedOn();
    }

    private static void assertDenied(JsonNode response) {
        assertThat(response.at("/policyDocument/Statement/0/Effect").asText()).isEqualTo("Deny");
        assertThat(response.at("/policyDocument/Statement/0/Resource/0").asText())
                .endsWith(":abc123/v1/*");
        assertThat(response.at("/context/code").asText()).isEqualTo("invalid_api_key");
        assertThat(response.at("/context/message").asText()).isNotEmpty();
        assertThat(response.at("/context/account_id").isMissingNode()).isTrue();
        assertThat(response.toString()).doesNotContain(KNOWN.reveal()).doesNotContain(UNKNOWN.reveal());
    }

    private static JsonNode ask(Accounts accounts, String authorization) throws JsonProcessingException {
        return ask(accounts, (_, _) -> {}, authorization);
    }

    /** Invokes the authorizer with the serialization that Lambda uses. */
    private static JsonNode ask(Accounts accounts, KeyUses uses, String authorization) throws JsonProcessingException {
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
        IamPolicyResponse response =
                new Authorizer(authentication(accounts), uses, InstantSource.fixed(NOW)).handleRequest(read, null);
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        JacksonFactory.getInstance().getSerializer(IamPolicyResponse.class).toJson(response, written);
        return new ObjectMapper().readTree(written.toString(StandardCharsets.UTF_8));
    }

    private static KeyAuthentication authentication(Accounts accounts) {
        return new KeyAuthentication(accounts, InstantSource.fixed(NOW), new Rate(100));
    }
}
