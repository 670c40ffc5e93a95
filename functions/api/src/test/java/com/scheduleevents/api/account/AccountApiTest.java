package com.scheduleevents.api.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.api.http.Cors;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AccountApiTest {

    private final AccountApi api =
            new AccountApi(Callers.accounts(), Cors.NONE, InstantSource.system(), new InMemoryMetrics());

    @Test
    void showsAllClinicsToAKeyThatSeesAll() {
        assertThat(send(Callers.FULL, "").text()).isEqualTo("""
                {"id":"acc_1","name":"Account of owner@example.com","api_key":{"id":"key_full","scopes":["events:read",\
                "events:write","keys:write","usage:read","webhooks:read","webhooks:write"],"clinic_ids":null,"expires_at":null},\
                "clinic_ids":["cln_harbour","cln_oldtown"]}""");
    }

    @Test
    void showsARestrictedKeyItsOwnClinicsOnly() {
        assertThat(send(Callers.HARBOUR, "").text())
                .contains("\"clinic_ids\":[\"cln_harbour\"],\"expires_at\":null},\"clinic_ids\":[\"cln_harbour\"]}")
                .doesNotContain("oldtown");
    }

    @Test
    void showsWhenTheKeyExpires() {
        Caller ending = new Caller(
                Callers.ACCOUNT,
                new ApiKeyId("key_ending"),
                Set.of(),
                true,
                Optional.of(Instant.parse("2099-11-21T09:30:00Z")));
        assertThat(send(ending, "").text()).contains("\"expires_at\":\"2099-11-21T09:30:00.000Z\"");
    }

    @Test
    void needsNoScopeAndAcceptsNoParameters() {
        assertThat(send(Callers.POWERLESS, "").status()).isEqualTo(200);
        send(Callers.FULL, "id=acc_2").assertError(400, "unknown_parameter", "id");
    }

    private ApiResponse send(Caller caller, String query) {
        return new ApiResponse(api.handleRequest(
                ApiRequest.of(caller, "GET", "/account").query(query).build(), null));
    }
}
