package com.scheduleevents.api.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.api.http.Endpoint;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.audit.AuditAction;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.audit.AuditEntry.Detail;
import com.scheduleevents.domain.audit.AuditLog;
import com.scheduleevents.domain.network.SenderAddresses;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AccountRequestsTest {

    private final AuditLog auditLog = TestWiring.create().auditLog();
    private final Endpoint api = api(new SenderAddresses(List.of("198.51.100.7", "198.51.100.8")));

    private Endpoint api(SenderAddresses addresses) {
        return new Endpoint(
                Callers.gate(InstantSource.fixed(Instant.parse("2026-11-21T09:30:00Z")), new InMemoryMetrics()),
                new AccountRequests(Callers.accounts(), auditLog, addresses).routes());
    }

    @Test
    void showsAllClinicsToAKeyThatSeesAll() {
        assertThat(send(Callers.FULL, "").text()).isEqualTo("""
                {"id":"acc_1","name":"Account of owner@example.com","sandbox":false,"api_key":{"id":"key_full","scopes":["audit:read","console:write","events:read",\
                "events:write","keys:write","usage:read","webhooks:pull","webhooks:read","webhooks:write"],"clinic_ids":null,"expires_at":null},\
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

    @Test
    void showsAnyKeyWhereRequestsToReceiversComeFrom() {
        assertThat(addresses(api, "").text())
                .isEqualTo("{\"data\":[{\"address\":\"198.51.100.7\"},{\"address\":\"198.51.100.8\"}],"
                        + "\"has_more\":false,\"next_cursor\":null}");
        addresses(api, "limit=1").assertError(400, "unknown_parameter", "limit");

        Endpoint changing = api(new SenderAddresses(List.of()));
        assertThat(addresses(changing, "").text()).isEqualTo("{\"data\":[],\"has_more\":false,\"next_cursor\":null}");
    }

    private static ApiResponse addresses(Endpoint asked, String query) {
        return new ApiResponse(asked.handle(
                ApiRequest.of(Callers.POWERLESS, "GET", "/addresses")
                        .query(query)
                        .build(),
                null));
    }

    @Test
    void listsTheAuditLogNewestFirst() {
        put(1, new Clinics.All());
        put(2, new Clinics.Listed(Set.of(new ClinicId("cln_harbour"))));

        ApiResponse page = changes(Callers.FULL, "limit=1");
        assertThat(page.text())
                .matches("\\{\"data\":\\[\\{\"id\":\"aud_[0-9A-Z]{26}\",\"created_at\":\"2026-11-21T09:30:02.000Z\","
                        + "\"action\":\"webhook.disabled\",\"actor\":\\{\"type\":\"api_key\",\"api_key_id\":\"key_full\","
                        + "\"request_id\":\"req-2\"\\},\"webhook_id\":\"whk_2\",\"api_key_id\":null,\"event_id\":null,"
                        + "\"replay_id\":null,\"host\":\"example.com\",\"reason\":\"requested\",\"clinic_id\":null\\}\\],\"has_more\":true,"
                        + "\"next_cursor\":\"aud_[0-9A-Z]{26}\"\\}");
        String cursor = page.json().get("next_cursor").asText();
        JsonNode rest = changes(Callers.FULL, "starting_after=" + cursor).json();
        assertThat(rest.get("data").findValuesAsText("webhook_id")).containsExactly("whk_1");
        assertThat(rest.get("has_more").asBoolean()).isFalse();
        changes(Callers.FULL, "starting_after=nonsense").assertError(400, "invalid_parameter", "starting_after");
        changes(Callers.POWERLESS, "").assertError(403, "missing_scope", "-");
    }

    @Test
    void showsNothingOfOtherClinicsOrAccountsInTheAuditLog() {
        put(1, new Clinics.All());
        put(2, new Clinics.Listed(Set.of(new ClinicId("cln_harbour"))));
        put(3, new Clinics.Listed(Set.of(new ClinicId("cln_harbour"), new ClinicId("cln_oldtown"))));
        put(4, new Clinics.Listed(Set.of()));

        assertThat(changes(Callers.HARBOUR, "").json().get("data").findValuesAsText("webhook_id"))
                .containsExactly("whk_2");
        assertThat(changes(Callers.OTHER, "").json().get("data")).isEmpty();
        assertThat(changes(Callers.FULL, "").json().get("data")).hasSize(4);
    }

    /** Its id tells when something was changed, and what, to those who know what it could have been. */
    @Test
    void pageOfTheAuditLogDependsOnNothingThatTheKeyDoesNotSee() {
        put(0, new Clinics.Listed(Set.of(new ClinicId("cln_harbour"))));
        ApiResponse alone = changes(Callers.HARBOUR, "limit=1");
        for (int i = 1; i <= 2_500; i++) {
            put(i, new Clinics.Listed(Set.of(new ClinicId("cln_oldtown"))));
        }

        ApiResponse page = changes(Callers.HARBOUR, "limit=1");

        assertThat(page.json().get("data").findValuesAsText("webhook_id")).containsExactly("whk_0");
        assertThat(page.text()).isEqualTo(alone.text());
        assertThat(page.header("RateLimit")).as("ten more for 2,500 entries").contains(";r=188;");
    }

    private void put(int number, Clinics clinics) {
        auditLog.put(AuditEntry.of(
                Callers.ACCOUNT,
                AuditAction.WEBHOOK_DISABLED,
                Origin.of(
                        Callers.FULL,
                        "req-" + number,
                        Instant.parse("2026-11-21T09:30:00Z").plusSeconds(number)),
                "change " + number,
                clinics,
                Map.of(Detail.WEBHOOK_ID, "whk_" + number, Detail.HOST, "example.com", Detail.REASON, "requested")));
    }

    private ApiResponse changes(Caller caller, String query) {
        return new ApiResponse(api.handle(
                ApiRequest.of(caller, "GET", "/audit_log")
                        .query(query)
                        .found("requests_per_second", "100")
                        .build(),
                null));
    }

    private ApiResponse send(Caller caller, String query) {
        return new ApiResponse(
                api.handle(ApiRequest.of(caller, "GET", "/account").query(query).build(), null));
    }
}
