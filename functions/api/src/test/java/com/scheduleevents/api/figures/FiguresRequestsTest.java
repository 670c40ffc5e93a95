package com.scheduleevents.api.figures;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.api.http.Endpoint;
import com.scheduleevents.api.http.Route;
import com.scheduleevents.aws.usage.DynamoUsage;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.usage.DayFigures;
import com.scheduleevents.domain.usage.FiguresReader;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import com.scheduleevents.testkit.memory.InMemoryUsageSource;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FiguresRequestsTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:30:00Z");
    private static final UsageDay DAY = UsageDay.parse("2026-11-18").orElseThrow();

    private final DynamoUsage written = TestWiring.create().usage();
    private final Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    private final FiguresRequests requests =
            new FiguresRequests(new FiguresReader(written, written, new InMemoryUsageSource(100)), clock);
    private final Endpoint api = new Endpoint(
            Callers.gate(clock, new InMemoryMetrics()),
            new Route("GET", "/stats", Scope.WEBHOOKS_READ, requests::ofAccount).with(FiguresRequests.PARAMETERS));

    @Test
    void showsIntervalsAsTheContractSays() {
        written.put(
                Callers.ACCOUNT, DAY, new WebhookId("whk_1"), DayFigures.parse("8=3 1 2 9 4 12:4,74:4,6220:1"), NOW);

        assertThat(send(Callers.FULL, "from=2026-11-18T07:59:00Z&to=2026-11-18T09:00:00Z")
                        .text())
                .isEqualTo("""
                {"data":[{"from":"2026-11-18T07:00:00.000Z","delivered":0,"failed":0,"pending":0,"attempts":0,"failed_attempts":0,\
                "p50_ms":null,"p95_ms":null,"p99_ms":null},\
                {"from":"2026-11-18T08:00:00.000Z","delivered":3,"failed":1,"pending":2,"attempts":9,"failed_attempts":4,\
                "p50_ms":74,"p95_ms":6220,"p99_ms":6220}],\
                "total":{"from":"2026-11-18T07:00:00.000Z","delivered":3,"failed":1,"pending":2,"attempts":9,"failed_attempts":4,\
                "p50_ms":74,"p95_ms":6220,"p99_ms":6220},"complete":true}""");
        assertThat(send(Callers.OTHER, "from=2026-11-18T08:00:00Z&to=2026-11-18T09:00:00Z")
                        .text())
                .contains("\"delivered\":0");
    }

    @Test
    void coversADayOfHoursOrThirtyDaysByDefault() {
        assertThat(send(Callers.FULL, "").json().path("data")).hasSize(25);
        assertThat(send(Callers.FULL, "").json().at("/data/0/from").asText()).isEqualTo("2026-11-20T12:00:00.000Z");
        assertThat(send(Callers.FULL, "interval=day").json().path("data")).hasSize(31);
        assertThat(send(Callers.FULL, "interval=day").json().at("/data/30/from").asText())
                .isEqualTo("2026-11-21T00:00:00.000Z");
    }

    @Test
    void keyOfSomeClinicsIsToldToUseAnother() {
        assertThat(send(Callers.HARBOUR, "")
                        .assertError(403, "clinic_not_allowed", "-")
                        .path("message")
                        .asText())
                .contains("Use a key without clinic_ids");
        send(Callers.POWERLESS, "").assertError(403, "missing_scope", "-");
    }

    @ParameterizedTest
    @CsvSource({
        "from=yesterday, from",
        "to=2026-11-18, to",
        "from=2026-11-19T00:00:00Z&to=2026-11-18T00:00:00Z, from",
        "from=2026-11-18T00:00:00Z&to=2026-11-18T00:00:00Z, from",
        "from=2026-10-01T00:00:00Z&to=2026-11-18T00:00:00Z, from",
        "from=2026-08-01T00:00:00Z&interval=day, from",
        "interval=minute, interval",
        "interval=HOUR, interval",
        "from=2026-11-18T00:00:00Z&from=2026-11-18T00:00:00Z, from",
    })
    void namesTheInvalidParameter(String query, String parameter) {
        send(Callers.FULL, query).assertError(400, "invalid_parameter", parameter);
    }

    private ApiResponse send(Caller caller, String query) {
        return new ApiResponse(
                api.handle(ApiRequest.of(caller, "GET", "/stats").query(query).build(), null));
    }
}
