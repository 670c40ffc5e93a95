package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.aws.usage.DynamoUsage;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageKey;
import com.scheduleevents.local.LocalCloud;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that the usage of a clinic is the same in the API, in the nightly count and in the operator's export. */
@RequiresCapability(SharedClouds.COMPRESSED)
class UsageReportTest {

    private static final List<String> TYPES = List.of("appointment.completed");
    private static final int EVENTS = 3;

    @Test
    void everyEventAndDeliveryCountsOnceWhateverItsAttempts(Target target, StackAccess stack) throws Exception {
        AccountId id = new AccountId("acc_usage");
        ClinicId clinic = new ClinicId("cln_usage");
        ApiClientAccount account = new TenantOperations(stack, target).open(id, clinic);
        ReceiverInbox plain = ReceiverInbox.open(target, account, "usage-plain", TYPES);
        ReceiverInbox retried = ReceiverInbox.open(target, account, "usage-retried", TYPES)
                .order("\"do\":\"status\",\"status\":500,\"times\":1");
        ReceiverInbox refused =
                ReceiverInbox.open(target, account, "usage-refused", TYPES).order("\"do\":\"status\",\"status\":500");
        ReceiverInbox gone = ReceiverInbox.open(target, account, "usage-gone", TYPES);

        List<String> events =
                account.record(ChangeSamples.of("appointment.completed", clinic.value(), "prv_usage"), EVENTS);
        for (ReceiverInbox inbox : List.of(plain, retried, gone)) {
            Await.await("deliveries").until(() -> events.stream().allMatch(inbox::accepted));
        }
        for (String event : events) {
            Await.await("an attempt").until(() -> !refused.deliveriesOf(event).isEmpty());
            dismiss(account, refused, event);
        }
        // Pings and redeliveries are not counted as deliveries.
        post(account, plain, "/ping");
        post(account, plain, "/deliveries/" + events.getFirst() + "/redeliver");
        Await.await("the redelivery")
                .until(() -> plain.deliveriesOf(events.getFirst()).size() == 2);
        assertThat(account.delete("/v1/webhooks/" + gone.webhook()).status()).isEqualTo(204);

        long succeeded = 3L * EVENTS;
        Await.await("the figures")
                .until(
                        () -> live(account, ""),
                        usage -> usage.events() == EVENTS
                                && usage.succeeded() == succeeded
                                && usage.failed() == EVENTS
                                && usage.attempts() >= succeeded + 1 + 1 + EVENTS);
        assertThat(live(account, "&clinic_id=" + clinic.value())).isEqualTo(live(account, ""));
        requireFigures(account, "/v1/stats", succeeded, EVENTS);
        requireFigures(account, "/v1/webhooks/" + plain.webhook() + "/stats", EVENTS, 0);

        UsageDay day = UsageDay.of(Instant.now());
        new StackState(stack).send("UsageQueue", begin(id, day));
        new StackState(stack).send("UsageQueue", begin(id, day.plus(-1)));
        DynamoUsage counted = new DynamoUsage(stack.dynamoDb(), stack.table("UsageTable"));
        Await.await("the nightly count")
                .until(
                        () -> Stream.of(day, day.plus(-1))
                                .map(one -> counted.written(id, one).getOrDefault(clinic, Usage.NOTHING))
                                .reduce(Usage.NOTHING, Usage::plus),
                        live(account, "")::equals);
    }

    /** Of days that have been counted, or never were, and of today. */
    private static void requireFigures(ApiClientAccount account, String path, long delivered, long failed) {
        Instant from = Instant.now().minus(Duration.ofDays(10)).truncatedTo(ChronoUnit.SECONDS);
        JsonNode figures = account.get(path + "?interval=day&from=" + from).json();
        assertThat(figures.at("/total/delivered").asLong())
                .as(figures.toString())
                .isEqualTo(delivered);
        assertThat(figures.at("/total/failed").asLong()).isEqualTo(failed);
        assertThat(figures.at("/total/p95_ms").isNumber()).isTrue();
        assertThat(figures.path("complete").asBoolean()).isTrue();
    }

    @Test
    void nightlyPlannerQueuesACountOfEveryAccount(Target target, StackAccess stack, LocalCloud cloud) throws Exception {
        AccountId id = new AccountId("acc_night");
        new TenantOperations(stack, target).open(id, new ClinicId("cln_night"));
        UsageDay today = UsageDay.of(Instant.now());

        cloud.function("UsagePlannerFunction").invoke("{}".getBytes(StandardCharsets.UTF_8));

        DynamoUsage counted = new DynamoUsage(stack.dynamoDb(), stack.table("UsageTable"));
        Await.await("the nightly counts")
                // The planner may run after midnight.
                .until(() -> counted.counted(id, today.plus(-7), today).size() == 6);
    }

    @Test
    void keySeesTheUsageOfItsClinicsOnlyAndAMonthIsExported(Target target, StackAccess stack) throws IOException {
        AccountId id = new AccountId("acc_month");
        ClinicId own = new ClinicId("cln_month");
        TenantOperations tenants = new TenantOperations(stack, target);
        ApiClientAccount all = tenants.open(id, own);
        ApiClientAccount some = tenants.withKey(id, new ApiKeyId("key_month_some"), new Clinics.Listed(Set.of(own)));
        UsageDay day = UsageDay.of(Instant.now()).plus(-40);
        DynamoUsage usage = new DynamoUsage(stack.dynamoDb(), stack.table("UsageTable"));
        Instant night = day.plus(3).start();
        usage.claim(id, day, night);
        usage.put(id, new UsageKey(day, own), new Usage(5, 4, 1, 9), night);
        usage.put(id, new UsageKey(day, new ClinicId("cln_other")), new Usage(7, 7, 0, 7), night);
        usage.finish(id, day, night);

        String range = "/v1/usage?from=" + day.text() + "&to=" + day.text();
        assertThat(all.walk(range + "&limit=1"))
                .extracting(row -> row.path("clinic_id").asText())
                .containsExactly("cln_other", "cln_month");
        assertThat(some.get(range).text())
                .isEqualTo("{\"data\":[{\"clinic_id\":\"cln_month\",\"date\":\"" + day.text()
                        + "\",\"events_recorded\":5,\"deliveries_succeeded\":4,\"deliveries_failed\":1,\"attempts\":9,"
                        + "\"final\":true,\"complete\":true}],\"has_more\":false,\"next_cursor\":null}");
        assertThat(some.get(range + "&clinic_id=cln_other").status()).isEqualTo(403);

        OperatorCalls operator = stack.operator();
        String month = day.text().substring(0, 7);
        assertThat(operator.run("usage", "export", id.value(), "--month", month))
                .isEqualTo(
                        "account_id,clinic_id,date,events_recorded,deliveries_succeeded,deliveries_failed,attempts,final\r\n"
                                + "acc_month,cln_month," + day.text() + ",5,4,1,9,true\r\n"
                                + "acc_month,cln_other," + day.text() + ",7,7,0,7,true\r\n");
        assertThat(operator.run("usage", "export", "--all-accounts", "--month", month, "--by-clinic"))
                .startsWith("account_id,clinic_id,month,")
                .contains("acc_month,cln_month," + month + ",5,4,1,9,");
        // A recount finds that nothing was recorded on that day.
        operator.run("usage", "recount", id.value(), "--from", day.text(), "--to", day.text());
        assertThat(operator.run("usage", "export", id.value(), "--month", month))
                .doesNotContain("acc_month");
        assertThat(all.walk(range)).isEmpty();
    }

    private static void dismiss(ApiClientAccount account, ReceiverInbox inbox, String event) {
        Await.await("the attempt in the log")
                .until(() -> account.post("/v1/webhooks/" + inbox.webhook() + "/deliveries/" + event + "/dismiss", "")
                                .status()
                        == 200);
    }

    private static void post(ApiClientAccount account, ReceiverInbox inbox, String what) {
        assertThat(account.post("/v1/webhooks/" + inbox.webhook() + what, "").status())
                .isEqualTo(202);
    }

    private static String begin(AccountId account, UsageDay day) {
        return "{\"v\":1,\"kind\":\"usage\",\"type\":\"begin\",\"account\":\"" + account.value() + "\",\"day\":\""
                + day.text() + "\"}";
    }

    /** The total of today and yesterday, because a test may begin before midnight and end after it. */
    private static Usage live(ApiClientAccount account, String more) {
        UsageDay yesterday = UsageDay.of(Instant.now()).plus(-1);
        return account.walk("/v1/usage?from=" + yesterday.text() + more).stream()
                .map(UsageReportTest::usage)
                .reduce(Usage.NOTHING, Usage::plus);
    }

    private static Usage usage(JsonNode row) {
        return new Usage(
                row.path("events_recorded").asLong(),
                row.path("deliveries_succeeded").asLong(),
                row.path("deliveries_failed").asLong(),
                row.path("attempts").asLong());
    }
}
