package com.scheduleevents.contract.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.contract.Exchange;
import com.scheduleevents.contract.isolation.TestTenants.Used;
import com.scheduleevents.contract.mutation.ApiClient;
import com.scheduleevents.contract.mutation.RequestDraft;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.e2e.Await;
import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Makes what an account of a {@link TestTenants} has, through the API: webhooks, events, what is delivered of them, replays. */
final class ResourceSeeder {

    private static final int EVENTS_A_CLINIC = 2;

    private final URI receiver;
    private final Random random;
    private final KeyHolder owner;
    private final List<Resource> things;
    private final Instant begun = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private final Map<String, Used> used = new HashMap<>();
    private int created;

    /**
     * @param receiver where deliveries go
     * @param owner may do everything
     * @param things what is made is added to them
     */
    ResourceSeeder(URI receiver, Random random, KeyHolder owner, List<Resource> things) {
        this.receiver = receiver;
        this.random = random;
        this.owner = owner;
        this.things = things;
    }

    /**
     * A webhook.
     *
     * @param gets of which clinics it gets the events
     * @param of what a key has to see that sees it
     */
    private record Hook(String id, ClinicScope gets, ClinicScope of) {}

    /**
     * Each key that may registers a webhook, the owner one for each clinic too.
     *
     * @param holders of the keys, and what each is to see in the end
     * @param clinics of the account
     */
    void things(Map<KeyHolder, ClinicScope> holders, List<String> clinics) {
        List<Hook> hooks = new ArrayList<>();
        holders.forEach((holder, end) -> {
            if (holder.scopes().contains(Scope.WEBHOOKS_WRITE)) {
                hooks.add(registered(holder, end));
            }
        });
        clinics.forEach(clinic -> hooks.add(new Hook(
                webhook(owner, ",\"clinic_id\":\"" + clinic + "\""), ClinicScope.of(clinic), ClinicScope.of(clinic))));
        Map<String, String> events = new HashMap<>();
        clinics.forEach(clinic -> {
            for (int i = 0; i < EVENTS_A_CLINIC; i++) {
                String event = recorded(clinic);
                events.put(event, clinic);
                things.add(new Resource(Map.of(Resource.EVENT, event), owner.account(), ClinicScope.of(clinic), false));
            }
            long takers = hooks.stream().filter(hook -> hook.gets().has(clinic)).count();
            used.put(clinic, new Used(EVENTS_A_CLINIC, Math.toIntExact(takers * EVENTS_A_CLINIC)));
        });
        deliveries(hooks, events);
        hooks.forEach(this::replays);
        String disabled = hooks.get(random.nextInt(hooks.size())).id();
        ask(owner, "POST", "/v1/webhooks/" + disabled + "/disable", "");
        delete(hooks.get(random.nextInt(hooks.size())).id());
    }

    /** What each clinic used of it. */
    Map<String, Used> used() {
        return Map.copyOf(used);
    }

    /** One that gets nothing, because its key sees no clinic, takes a key with all clinics to see. */
    private Hook registered(KeyHolder holder, ClinicScope end) {
        boolean nothing = end.clinics().filter(Set::isEmpty).isPresent();
        return new Hook(webhook(holder, ""), holder.sees(), nothing ? ClinicScope.ALL : end);
    }

    private String webhook(KeyHolder holder, String further) {
        String body = "{\"url\":\"%s/hooks/realm\",\"types\":[\"*\"]%s}".formatted(receiver, further);
        return create(holder, "/v1/webhooks", body).path("id").asText();
    }

    private String recorded(String clinic) {
        String change = """
                {"type":"appointment.no_show","clinic_id":"%s","appointment_id":"apt_1","provider_id":"prv_1",\
                "starts_at":"2030-01-15T09:00:00Z","duration_minutes":30}""".formatted(clinic);
        return create(owner, "/v1/events", change).path("id").asText();
    }

    private void deliveries(List<Hook> hooks, Map<String, String> events) {
        Map<Hook, Set<String>> expected = new LinkedHashMap<>();
        for (Hook hook : hooks) {
            things.add(new Resource(Map.of(Resource.WEBHOOK, hook.id()), owner.account(), hook.of(), false));
            Set<String> sent = new HashSet<>();
            String ping = ask(owner, "POST", "/v1/webhooks/" + hook.id() + "/ping", "")
                    .path("event_id")
                    .asText();
            sent.add(ping);
            below(hook, Resource.EVENT, ping, hook.of());
            events.forEach((event, clinic) -> {
                if (hook.gets().has(clinic)) {
                    sent.add(event);
                    below(hook, Resource.EVENT, event, hook.of().and(clinic));
                }
            });
            expected.put(hook, sent);
        }
        expected.forEach(
                (hook, sent) -> Await.await("the deliveries of " + hook).until(() -> delivered(ask(
                                owner,
                                "GET",
                                "/v1/webhooks/" + hook.id() + "/deliveries?status=succeeded&limit=100",
                                ""))
                        .equals(sent)));
    }

    private static Set<String> delivered(JsonNode page) {
        Set<String> events = new HashSet<>();
        page.path("data")
                .forEach(delivery -> events.add(delivery.path("event_id").asText()));
        return events;
    }

    /** One at a time: before the second, the first is cancelled. */
    private void replays(Hook hook) {
        String path = "/v1/webhooks/" + hook.id() + "/replays";
        int count = 1 + random.nextInt(2);
        for (int i = 0; i < count; i++) {
            String body = "{\"since\":\"" + begun + "\",\"status\":\"missed\"}";
            String replay = ask(owner, "POST", path, body).path("id").asText();
            ask(owner, "POST", path + "/" + replay + "/cancel", "");
            below(hook, Resource.REPLAY, replay, hook.of());
        }
    }

    private void below(Hook hook, String variable, String id, ClinicScope of) {
        Map<String, String> ids = Map.of(Resource.WEBHOOK, hook.id(), variable, id);
        things.add(new Resource(ids, owner.account(), of, false));
    }

    private void delete(String webhook) {
        ask(owner, "DELETE", "/v1/webhooks/" + webhook, "");
        things.replaceAll(thing -> thing.ids().containsValue(webhook) ? thing.withoutAnyone() : thing);
    }

    /** Under an idempotency key that is new to the account, and the same in each of them. */
    private JsonNode create(KeyHolder holder, String path, String body) {
        RequestDraft draft = request("POST", path, body).withHeader("Idempotency-Key", "isolation-" + created++);
        return answered(holder, draft, 201);
    }

    private static JsonNode ask(KeyHolder holder, String method, String path, String body) {
        return answered(holder, request(method, path, body), 200, 202, 204);
    }

    private static RequestDraft request(String method, String path, String body) {
        Map<String, String> headers = Map.of(RequestDraft.AUTHORIZATION, "Bearer " + RequestDraft.KEY);
        RequestDraft bare = new RequestDraft(method, path, Map.of(), "", headers, body);
        return body.isEmpty() ? bare : bare.withHeader(RequestDraft.CONTENT_TYPE, "application/json");
    }

    private static JsonNode answered(KeyHolder holder, RequestDraft draft, Integer... statuses) {
        Exchange answer = holder.client().send(draft, Map.of());
        assertThat(answer.status())
                .as("%s of %s: %s", draft, holder, answer.answer())
                .isIn((Object[]) statuses);
        return ApiClient.read(answer.answer());
    }
}
