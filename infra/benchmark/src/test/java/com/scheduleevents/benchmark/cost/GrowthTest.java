package com.scheduleevents.benchmark.cost;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.operator.tenants.AccountAdmin;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Whatever there is ten or a hundred times as much of, the service consumes at most ten or a hundred times as much: requests, invocations,
 * read and write units, counted exactly in the simulation. docs/performance/growth.md has the counts.
 */
class GrowthTest {

    private static final Path TEMPLATE = Path.of("..", "..", "template.yaml");
    private static final Duration QUIET = Duration.ofMinutes(1);
    private static final Duration STEP = Duration.ofSeconds(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String HOST = "r.receivers.net";
    private static final int BATCH = 100;

    /** Events that open the circuit of a receiver that is down. */
    private static final int OPENING = 20;

    private final MeteredWorld metered = new MeteredWorld(TEMPLATE, Map.of("WebhooksPerAccount", "5000"));
    private final WorldMeter meter = new WorldMeter(metered, LogBytes.install(), LambdaTime.PROFILED, TEMPLATE);
    private int made;

    @Test
    void eventCostsNoMoreForEachOfAHundredWebhooksThanForOne() {
        MeteredTenant tenant = metered.open("many");
        List<Quantities> events = grown(n -> {
            register(tenant, n, "*", tenant.clinic());
            recordAndDeliver(tenant, tenant.clinic(), n);
            return during(() -> recordAndDeliver(tenant, tenant.clinic(), n));
        });
        assertGrowsNoFaster(events);
    }

    @Test
    void eventCostsTheSameHoweverManyWebhooksItDoesNotMatch() {
        MeteredTenant tenant = metered.open("some");
        addClinics(tenant, List.of("cln_other"));
        metered.register(tenant, "one.receivers.net", List.of(ReceiverCharacter.HEALTHY));
        List<Quantities> events = grown(n -> {
            register(tenant, n, "*", "cln_other");
            recordAndDeliver(tenant, tenant.clinic(), 1);
            return during(() -> recordAndDeliver(tenant, tenant.clinic(), 1));
        });
        assertGrowsNoFaster(events);
        // The one query that is cheaper for fewer than five webhooks is tried first.
        assertStays(events.subList(1, events.size()));
    }

    /** Each registration counts the webhooks that there are, so all of them together read the square of their number. */
    @Test
    void registrationCostsNoMoreForEachWebhookThatThereIs() {
        MeteredTenant tenant = metered.open("registrar");
        List<Quantities> registrations = grown(n -> {
            register(tenant, n, "*", tenant.clinic());
            return during(() -> register(tenant, 1, "*", tenant.clinic()));
        });
        assertGrowsNoFaster(registrations);
    }

    @Test
    void requestsCostNoMoreForEachClinicOfTheirKey() {
        MeteredTenant tenant = metered.open("clinics");
        metered.register(tenant, "one.receivers.net", List.of(ReceiverCharacter.HEALTHY));
        List<String> clinics =
                IntStream.range(0, 1_000).mapToObj(i -> "cln_" + i).toList();
        addClinics(tenant, clinics);
        recordBatch(tenant, i -> clinics.get(i % 10), BATCH);
        List<Quantities> recorded = new ArrayList<>();
        List<Quantities> pages = new ArrayList<>();
        List<Quantities> delivered = new ArrayList<>();
        for (int n : new int[] {10, 100, 1_000}) {
            MeteredTenant key = keyOf(tenant, clinics.subList(0, n));
            recorded.add(during(() -> recordAndDeliver(key, "cln_0", 1)));
            pages.add(during(() -> page(key, "")));
            MeteredTenant other = metered.open("clinics" + n);
            addClinics(other, clinics.subList(0, n));
            metered.register(keyOf(other, clinics.subList(0, n)), HOST, List.of(ReceiverCharacter.HEALTHY));
            delivered.add(during(() -> recordAndDeliver(other, "cln_0", 1)));
        }
        assertStays(recorded);
        assertGrowsNoFaster(pages);
        assertGrowsNoFaster(delivered);
    }

    /** A key that sees many clinics, none of which has an event among the newest thousands of the account. */
    @Test
    void pageOfAKeyWithoutEventsCostsNoMoreForEachClinicThanForAHundred() {
        MeteredTenant tenant = metered.open("quiet");
        List<String> clinics =
                IntStream.range(0, 1_000).mapToObj(i -> "cln_" + i).toList();
        addClinics(tenant, clinics);
        for (int i = 0; i < 45; i++) {
            recordBatch(tenant, _ -> tenant.clinic(), BATCH);
        }
        List<Quantities> pages = IntStream.of(100, 1_000)
                .mapToObj(n -> {
                    MeteredTenant key = keyOf(tenant, clinics.subList(0, n));
                    return during(() -> metered.await(() -> metered.get(key, "/v1/events?limit=25")));
                })
                .toList();
        assertGrowsNoFaster(pages);
    }

    @Test
    void pageCostsTheSameHoweverLongTheFeedIsAndHoweverFarBack() {
        MeteredTenant tenant = metered.open("feed");
        List<Quantities> pages = new ArrayList<>();
        for (int n : new int[] {100, 1_000, 10_000}) {
            while (made < n) {
                recordBatch(tenant, _ -> tenant.clinic(), BATCH);
            }
            metered.world().scheduler().runFor(HOUR);
            String cursor = cursorAt(tenant, n - BATCH / 2);
            pages.add(during(() -> {
                page(tenant, "");
                page(tenant, "&starting_after=" + cursor);
                page(tenant, "&order=asc");
            }));
        }
        assertStays(pages);
    }

    @Test
    void backlogCostsNoMoreForEachDeliveryWhileItWaitsAndWhenItDrains() {
        List<Quantities> waiting = new ArrayList<>();
        List<Quantities> drained = new ArrayList<>();
        for (int n : new int[] {10, 100, 1_000}) {
            MeteredTenant tenant = metered.open("closed" + n);
            String host = "closed" + n + ".receivers.net";
            metered.register(tenant, host, List.of());
            recordBatch(tenant, _ -> tenant.clinic(), OPENING);
            metered.world().scheduler().runFor(HOUR);
            for (int left = n; left > 0; left -= BATCH) {
                recordBatch(tenant, _ -> tenant.clinic(), Math.min(left, BATCH));
            }
            metered.world().scheduler().runFor(HOUR);
            Quantities before = meter.read();
            metered.world().scheduler().runFor(HOUR);
            waiting.add(meter.read().minus(before));
            metered.internet().add(host, ReceiverCharacter.HEALTHY);
            deliver(metered.accepted() + n + OPENING);
            quiet();
            drained.add(meter.read().minus(before).minus(waiting.getLast()));
        }
        // The probes of two hours have tried most of the smallest, and as many of the others.
        double times = removed(drained.get(2)) / removed(drained.get(1));
        assertThat(above(
                        drained.get(2),
                        item -> times * Math.max(1, drained.get(1).of(item))))
                .isEmpty();
        // When a probe comes is drawn, so two backlogs of one size do not take exactly the same either.
        assertThat(above(waiting.getLast(), item -> 1.25 * waiting.getFirst().of(item) + 5))
                .isEmpty();
    }

    @Test
    void eventsAndADayOfRestCostNoMoreInEachOfAHundredAccountsThanInOne() {
        List<MeteredTenant> tenants = new ArrayList<>();
        List<Quantities> rests = new ArrayList<>();
        List<Quantities> events = grown(n -> {
            while (tenants.size() < n) {
                MeteredTenant tenant = metered.open("t" + tenants.size());
                register(tenant, 1, "*", tenant.clinic());
                tenants.add(tenant);
            }
            Runnable each = () -> tenants.forEach(tenant -> recordAndDeliver(tenant, tenant.clinic(), 1));
            each.run();
            rests.add(during(() -> metered.world().scheduler().runFor(Duration.ofDays(1))));
            return during(each);
        });
        assertGrowsNoFaster(events);
        assertGrowsNoFaster(rests);
    }

    /** What is consumed at one, ten and a hundred times a size. */
    private static List<Quantities> grown(IntFunction<Quantities> ofSize) {
        return IntStream.of(1, 10, 100).mapToObj(ofSize).toList();
    }

    private Quantities during(Runnable action) {
        quiet();
        Quantities before = meter.read();
        action.run();
        quiet();
        return meter.read().minus(before);
    }

    private void quiet() {
        metered.world().scheduler().runFor(QUIET);
    }

    private void recordAndDeliver(MeteredTenant tenant, String clinic, int deliveries) {
        long until = metered.accepted() + deliveries;
        metered.await(() -> metered.post(tenant, "/v1/events", event(clinic).toString(), List.of()));
        deliver(until);
    }

    private void deliver(long until) {
        while (metered.accepted() < until) {
            metered.world().scheduler().runFor(STEP);
        }
    }

    private void recordBatch(MeteredTenant tenant, IntFunction<String> clinic, int events) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < events; i++) {
            String key = "growth-" + made;
            body.withArray("data").addObject().put("idempotency_key", key).set("event", event(clinic.apply(made)));
        }
        metered.await(() -> metered.post(tenant, "/v1/events/batch", body.toString(), List.of()));
        quiet();
    }

    private ObjectNode event(String clinic) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", "appointment.cancelled")
                .put("clinic_id", clinic)
                .put("appointment_id", String.format("apt_%08d", ++made))
                .put("provider_id", "prv_12ab34cd")
                .put("starts_at", "2026-03-15T14:30:00Z")
                .put("duration_minutes", 30)
                .put("recoverable", true)
                .put("cancelled_by", "patient");
    }

    private void page(MeteredTenant tenant, String more) {
        metered.await(() -> assertThat(
                        metered.get(tenant, "/v1/events?limit=25" + more).path("data"))
                .hasSize(25));
    }

    /** The cursor behind so many of the newest events. */
    private String cursorAt(MeteredTenant tenant, int events) {
        List<String> ids = new ArrayList<>();
        metered.await(() -> {
            String after = "";
            while (ids.size() < events) {
                JsonNode page = metered.get(tenant, "/v1/events?limit=100" + after);
                page.path("data").forEach(event -> ids.add(event.path("id").asText()));
                after = "&starting_after=" + ids.getLast();
            }
        });
        return ids.get(events - 1);
    }

    /** Registers webhooks of a clinic until the account has so many more of them than a tenth, as it had before. */
    private void register(MeteredTenant tenant, int webhooks, String type, String clinic) {
        metered.internet().add(HOST, ReceiverCharacter.HEALTHY);
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("url", "https://" + HOST + "/")
                .put("clinic_id", clinic);
        body.putArray("types").add(type);
        for (int i = webhooks / 10; i < webhooks; i++) {
            metered.await(() -> metered.post(tenant, "/v1/webhooks", body.toString(), List.of()));
        }
        quiet();
    }

    private void addClinics(MeteredTenant tenant, List<String> clinics) {
        metered.await(() ->
                clinics.forEach(clinic -> admin().addClinic(new AccountId(tenant.account()), new ClinicId(clinic))));
    }

    private MeteredTenant keyOf(MeteredTenant tenant, List<String> clinics) {
        ApiKeySecret secret =
                ApiKeySecret.mint(ApiKeySecret.Mode.TEST, metered.world().streams().stream("key of " + clinics.size()));
        Clinics listed = new Clinics.Listed(clinics.stream().map(ClinicId::new).collect(Collectors.toSet()));
        metered.await(() -> admin().issueKey(
                        new AccountId(tenant.account()),
                        new ApiKeyId("key_" + clinics.size()),
                        Set.of(Scope.values()),
                        listed,
                        secret));
        return new MeteredTenant(tenant.account(), tenant.clinic(), secret.reveal());
    }

    private AccountAdmin admin() {
        return new AccountAdmin(
                metered.world().dynamoDb(),
                metered.template().table("AccountsTable").name());
    }

    /** Ten times as much takes at most ten times as much of everything; of what one takes nothing of, at most ten. */
    private static void assertGrowsNoFaster(List<Quantities> grown) {
        for (int i = 1; i < grown.size(); i++) {
            Quantities smaller = grown.get(i - 1);
            assertThat(above(grown.get(i), item -> 10 * Math.max(1, smaller.of(item))))
                    .isEmpty();
        }
    }

    /** Each delivery leaves the backlog in one write. */
    private static double removed(Quantities drained) {
        return drained.of("DynamoDB: BacklogTable, write units");
    }

    /** What was consumed more of than is allowed, with the amount. */
    private static Map<String, Double> above(Quantities consumed, ToDoubleFunction<BillItem> allowed) {
        Map<String, Double> above = new TreeMap<>();
        counts(consumed).forEach((item, amount) -> {
            if (amount > allowed.applyAsDouble(item)) {
                above.put(item.name() + ", allowed " + allowed.applyAsDouble(item), amount);
            }
        });
        return above;
    }

    private static void assertStays(List<Quantities> grown) {
        assertThat(grown).allSatisfy(one -> assertThat(counts(one)).isEqualTo(counts(grown.getFirst())));
    }

    private static Map<BillItem, Double> counts(Quantities quantities) {
        Map<BillItem, Double> counts = new LinkedHashMap<>(quantities.amounts());
        counts.keySet().removeIf(item -> !isCounted(item));
        return counts;
    }

    /** Not what is measured in gigabytes, nor the data keys that many events share and that expire with time. */
    private static boolean isCounted(BillItem item) {
        return !item.name().contains("GB")
                && !item.name().contains("KMS")
                && !item.name().contains("DataKeys");
    }
}
