package com.scheduleevents.api.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.api.http.Endpoint;
import com.scheduleevents.aws.usage.DynamoUsage;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.usage.DayCounter;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageKey;
import com.scheduleevents.domain.usage.UsageReader;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import com.scheduleevents.testkit.memory.InMemoryUsageSource;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsageRequestsTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final ClinicId HARBOUR = new ClinicId("cln_harbour");
    private static final ClinicId OLDTOWN = new ClinicId("cln_oldtown");

    private final DynamoUsage written = TestWiring.create().usage();
    private final InMemoryUsageSource recorded = new InMemoryUsageSource(100);
    private final Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    private final Endpoint api = new Endpoint(
            Callers.gate(clock, new InMemoryMetrics()),
            new UsageRequests(Callers.accounts(), new UsageReader(written, new DayCounter(recorded)), clock).routes());

    @BeforeEach
    void use() {
        put(Callers.ACCOUNT, "2026-11-18", HARBOUR, new Usage(4, 3, 1, 7));
        put(Callers.ACCOUNT, "2026-11-18", OLDTOWN, Usage.EVENT);
        put(Callers.OTHER_ACCOUNT, "2026-11-18", HARBOUR, new Usage(9, 9, 9, 9));
        recorded.record(Callers.ACCOUNT, EventId.mint(NOW, new Random(1)), OLDTOWN);
    }

    @Test
    void showsADayAsTheContractSays() {
        assertThat(send(Callers.HARBOUR, "").text()).isEqualTo("""
                {"data":[{"clinic_id":"cln_harbour","date":"2026-11-18","events_recorded":4,"deliveries_succeeded":3,\
                "deliveries_failed":1,"attempts":7,"final":true,"complete":true}],"has_more":false,"next_cursor":null}""");
    }

    @Test
    void pagesFromTheLatestDayBackwards() {
        assertThat(send(Callers.FULL, "limit=1").text())
                .contains("\"cln_oldtown\",\"date\":\"2026-11-21\"", "\"final\":false")
                .endsWith("\"has_more\":true,\"next_cursor\":\"2026-11-21_cln_oldtown\"}");
        assertThat(send(Callers.FULL, "limit=1&starting_after=2026-11-21_cln_oldtown")
                        .text())
                .contains("\"cln_oldtown\",\"date\":\"2026-11-18\"", "\"next_cursor\":\"2026-11-18_cln_oldtown\"");
        assertThat(send(Callers.FULL, "limit=1&starting_after=2026-11-18_cln_oldtown")
                        .text())
                .contains("\"cln_harbour\",\"date\":\"2026-11-18\"", "\"next_cursor\":null");
        assertThat(send(Callers.FULL, "starting_after=2020-01-01_cln_x").text())
                .isEqualTo("{\"data\":[],\"has_more\":false,\"next_cursor\":null}");
    }

    @Test
    void showsAClinicOnlyToKeysThatSeeIt() {
        assertThat(send(Callers.FULL, "clinic_id=cln_harbour").text()).doesNotContain("oldtown");
        send(Callers.HARBOUR, "clinic_id=cln_oldtown").assertError(403, "clinic_not_allowed", "clinic_id");
        send(Callers.FULL, "clinic_id=cln_elsewhere").assertError(403, "clinic_not_allowed", "clinic_id");
        assertThat(send(Callers.OTHER, "").text()).doesNotContain("\"events_recorded\":4");
        send(Callers.POWERLESS, "").assertError(403, "missing_scope", "-");
    }

    @ParameterizedTest
    @CsvSource({
        "from=yesterday, from",
        "to=2026-02-30, to",
        "from=2026-11-19&to=2026-11-18, from",
        "from=2026-08-19&to=2026-11-19, from",
        "from=2026-11-18&from=2026-11-18, from",
        "from=, from",
        "starting_after=cln_1, starting_after",
        "starting_after=2026-11-18_acc_1, starting_after",
        "clinic_id=harbour, clinic_id",
        "limit=101, limit",
    })
    void namesTheInvalidParameter(String query, String parameter) {
        send(Callers.FULL, query).assertError(400, "invalid_parameter", parameter);
    }

    @ParameterizedTest
    @CsvSource({
        "from=2026-08-20&to=2026-11-19, true",
        "from=2026-08-20, true",
        "from=2026-08-18, false",
        "from=2030-01-01, false",
        "to=2026-11-18, true",
        "to=2026-12-18, true",
        "to=2026-12-19, false",
        "to=1970-01-01, false",
        "from=2026-11-18&to=9999-12-31, refused",
    })
    void derivesMissingDaysFromTheOthers(String query, String shown) {
        if (shown.equals("refused")) {
            send(Callers.FULL, query).assertError(400, "invalid_parameter", "from");
        } else {
            assertThat(send(Callers.FULL, query).text().contains("2026-11-18")).isEqualTo(Boolean.valueOf(shown));
        }
    }

    @Test
    void countingAnOpenDayCostsAsMuchAsItsQueries() {
        assertThat(left("to=2026-11-18")).isEqualTo(199);
        // Today and yesterday: the events, and no webhook.
        assertThat(left("")).isEqualTo(199 - 1 - 2);
    }

    private int left(String query) {
        ApiResponse response = new ApiResponse(api.handle(
                ApiRequest.of(Callers.FULL, "GET", "/usage")
                        .query(query)
                        .found("requests_per_second", "100")
                        .build(),
                null));
        assertThat(response.status()).isEqualTo(200);
        return Integer.parseInt(response.header("RateLimit").replaceAll("\"account\";r=([0-9]+);.*", "$1"));
    }

    private void put(AccountId account, String date, ClinicId clinic, Usage usage) {
        UsageDay day = UsageDay.parse(date).orElseThrow();
        Instant night = day.plus(3).start();
        written.claim(account, day, night);
        written.put(account, new UsageKey(day, clinic), usage, night);
        written.finish(account, day, night);
    }

    private ApiResponse send(Caller caller, String query) {
        return new ApiResponse(
                api.handle(ApiRequest.of(caller, "GET", "/usage").query(query).build(), null));
    }
}
