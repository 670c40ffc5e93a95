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

/** Creates the resources of an account of {@link TestTenants} through the API: webhooks, events, deliveries and replays. */
final class ResourceSeeder {

    private static final int EVENTS_A_CLINIC = 2;

    private final URI receiver;
    private final Random random;
    private final KeyHolder owner;
    private final List<Resource> resources;
    private final Instant begun = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private final Map<String, Used> used = new HashMap<>();
    private int created;

    /**
     * @param receiver the receiver of the deliveries
     * @param owner holds a key with every scope and clinic
     * @param resources the list that created resources are added to
     */
    ResourceSeeder(URI receiver, Random random, KeyHolder owner, List<Resource> resources) {
        this.receiver = receiver;
        this.random = random;
        this.owner = owner;
        this.resources = resources;
    }

    /**
     * A webhook.
     *
     * @param gets the clinics whose events it gets
     * @param of the clinics that a key must see to see the webhook
     */
    private record Hook(String id, ClinicScope gets, ClinicScope of) {}

    /**
     * Registers a webhook with each key that may do so, and with the owner's key one per clinic.
     *
     * @param holders the holders, each with the clinics that it sees in the end
     * @param clinics of the account
     */
    void seed(Map<KeyHolder, ClinicScope> holders, List<String> clinics) {
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
                resources.add(
                        new Resource(Map.of(Resource.EVENT, event), owner.account(), ClinicScope.of(clinic), false));
            }
            long subscribers =
                    hooks.stream().filter(hook -> hook.gets().has(clinic)).count();
            used.put(clinic, new Used(EVENTS_A_CLINIC, Math.toIntExact(subscribers * EVENTS_A_CLINIC)));
        });
        deliveries(hooks, events);
        hooks.forEach(this::replays);
        String disabled = hooks.get(random.nextInt(hooks.size())).id();
        ask(owner, "POST", "/v1/webhooks/" + disabled + "/disable", "");
        delete(hooks.get(random.nextInt(hooks.size())).id());
    }

    /** The usage of each clinic. */
    Map<String, Used> used() {
        return Map.copyOf(used);
    }

    /** Only a key of all clinics sees a webhook whose own key sees no clinic. */
    private Hook registered(KeyHolder holder, ClinicScope end) {
        boolean nothing = end.clinics().filter(Set::isEmpty).isPresent();
        return new Hook(webhook(holder, ""), holder.sees(), nothing ? ClinicScope.ALL : end);
    }

    private String webhook(KeyHolder holder, String further) {
        String body = "{\"url\":\"%s/hooks/tenants\",\"types\":[\"*\"]%s}".formatted(receiver, further);
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
            resources.add(new Resource(Map.of(Resource.WEBHOOK, hook.id()), owner.account(), hook.of(), false));
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

    /** Only one replay can run at a time, so each is cancelled before the next. */
    private void replays(Hook hook) {
        String path = "/v1/webhooks/" + hook.id() + "/replays";
        int count = 1 + random.nextInt(2);
        for (int i = 0; i < count; i++) {
            String body = "{\"since\":\"" + begun + "\",\"delivery_status\":\"missed\"}";
            String replay = ask(owner, "POST", path, body).path("id").asText();
            ask(owner, "POST", path + "/" + replay + "/cancel", "");
            below(hook, Resource.REPLAY, replay, hook.of());
        }
    }

    private void below(Hook hook, String variable, String id, ClinicScope of) {
        Map<String, String> ids = Map.of(Resource.WEBHOOK, hook.id(), variable, id);
        resources.add(new Resource(ids, owner.account(), of, false));
    }

    private void delete(String webhook) {
        ask(owner, "DELETE", "/v1/webhooks/" + webhook, "");
        resources.replaceAll(resource -> resource.ids().containsValue(webhook) ? resource.deleted() : resource);
    }

    /** Uses an idempotency key that is new to the account, and the same in each account. */
    private JsonNode create(KeyHolder holder, String path, String body) {
        RequestDraft draft = request("POST", path, body).withHeader("Idempotency-Key", "isolation-" + created++);
        return sendExpecting(holder, draft, 201);
    }

    private static JsonNode ask(KeyHolder holder, String method, String path, String body) {
        return sendExpecting(holder, request(method, path, body), 200, 202, 204);
    }

    private static RequestDraft request(String method, String path, String body) {
        Map<String, String> headers = Map.of(RequestDraft.AUTHORIZATION, "Bearer " + RequestDraft.KEY);
        RequestDraft bare = new RequestDraft(method, path, Map.of(), "", headers, body);
        return body.isEmpty() ? bare : bare.withHeader(RequestDraft.CONTENT_TYPE, "application/json");
    }

    private static JsonNode sendExpecting(KeyHolder holder, RequestDraft draft, Integer... statuses) {
        Exchange exchange = holder.client().send(draft, Map.of());
        assertThat(exchange.status())
                .as("%s of %s: %s", draft, holder, exchange.responseBody())
                .isIn((Object[]) statuses);
        return ApiClient.read(exchange.responseBody());
    }
}
