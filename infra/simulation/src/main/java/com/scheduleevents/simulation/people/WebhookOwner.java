package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.promises.Ledger;
import com.scheduleevents.simulation.promises.WatchedSettings;
import com.scheduleevents.simulation.promises.WatchedWebhook;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/** Registers a webhook, and does with it what owners do: everything that the API offers. */
final class WebhookOwner {

    /** How long a secret stays valid after a rotation that says nothing else. */
    private static final Duration OVERLAP = Duration.ofHours(24);

    /** One webhook of so many gets fewer events a second than a burst has. */
    private static final int LIMITED = 3;

    private static final int MAX_PER_SECOND = 1;

    private final SimulatedWorld world;
    private final SimulatedInternet internet;
    private final Ledger ledger;
    private final SimulatedTenant tenant;
    private final SimulatedApiClient client;
    private final SimulatedKey key;
    private final String name;
    private final boolean pulled;
    private final RandomGenerator random;
    private int hosts;
    private int requests;

    /** @param pulled whether the webhook is one whose events consumers pull */
    WebhookOwner(
            SimulatedWorld world,
            SimulatedInternet internet,
            Ledger ledger,
            SimulatedTenant tenant,
            String name,
            boolean pulled) {
        this.pulled = pulled;
        this.world = world;
        this.internet = internet;
        this.ledger = ledger;
        this.tenant = tenant;
        this.name = name;
        this.random = world.streams().stream("owner of " + name);
        boolean narrow = random.nextInt(3) == 0;
        this.key = narrow ? tenant.narrow() : tenant.wide();
        this.client = key.client();
    }

    /** Registers a webhook whose receiver is of that character. */
    WatchedWebhook register(ReceiverCharacter character) {
        String host = newHost(character);
        Set<String> types = random.nextInt(3) == 0 ? Set.of("appointment.no_show", "appointment.booked") : Set.of();
        WatchedSettings settings = settings(types);
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        if (pulled) {
            body.put("delivery", "pull");
        } else {
            body.put("url", url(host));
        }
        Set<String> asked = types.isEmpty() ? Set.of("*") : new TreeSet<>(types);
        asked.forEach(body.withArray("types")::add);
        new TreeSet<>(settings.clinics())
                .forEach(clinic -> body.withArray("clinic_ids").add(clinic));
        new TreeSet<>(settings.providers())
                .forEach(provider ->
                        body.withObject("filter").withArray("provider_id").add(provider));
        addHeader(body, settings);
        if (settings.perSecond() > 0) {
            body.put("max_per_second", settings.perSecond());
        }
        String idempotencyKey = "register-" + name;
        SimulatedApiResponse response =
                client.untilFinal(() -> client.call("POST", "/webhooks", body.toString(), Optional.of(idempotencyKey)));
        if (!response.succeeded()) {
            throw new IllegalStateException("a registration was refused: " + response);
        }
        Instant now = world.scheduler().now();
        WatchedWebhook webhook = new WatchedWebhook(
                response.json().path("id").asText(),
                tenant.account().value(),
                key.id().value(),
                settings,
                host,
                now);
        learnSecret(webhook, response, now, OVERLAP);
        ledger.add(webhook);
        ledger.expectAt(url(host), webhook);
        return webhook;
    }

    private WatchedSettings settings(Set<String> types) {
        Set<String> clinics = new TreeSet<>();
        if (random.nextInt(3) == 0) {
            clinics.add(tenant.clinics().get(random.nextInt(tenant.clinics().size())));
        }
        // A stream of its own: the other choices of a seed stay as they were.
        RandomGenerator more = world.streams().stream("settings of " + name);
        if (!clinics.isEmpty() && more.nextBoolean()) {
            clinics.add(tenant.clinics().get(more.nextInt(tenant.clinics().size())));
        }
        Set<String> providers = more.nextInt(3) == 0 ? Set.of("prv_0", "prv_1") : Set.of();
        boolean header = more.nextBoolean() && !pulled;
        return new WatchedSettings(types, clinics, providers, header ? "hunter-" + name : "", pulled, perSecond());
    }

    private int perSecond() {
        boolean limited = !pulled && world.streams().stream("limit of " + name).nextInt(LIMITED) == 0;
        return limited ? MAX_PER_SECOND : 0;
    }

    private static void addHeader(ObjectNode body, WatchedSettings settings) {
        if (!settings.header().isEmpty()) {
            body.withObject("headers").put(WatchedSettings.HEADER, settings.header());
        }
    }

    private String newHost(ReceiverCharacter character) {
        String host = name + "-" + ++hosts + ".receivers.net";
        internet.add(host, character);
        return host;
    }

    private static String url(String host) {
        return "https://" + host + "/events";
    }

    /** Does something with it now and then, until that time. */
    void careUntil(Instant end, WatchedWebhook webhook, Duration meanTime) {
        while (true) {
            world.scheduler().sleep(Duration.ofNanos((long) (random.nextExponential() * meanTime.toNanos())));
            if (!world.scheduler().now().isBefore(end) || webhook.isDeleted()) {
                return;
            }
            JsonNode shown = shown(webhook);
            if (shown.path("status").asText().equals("disabled")) {
                repair(webhook);
            } else {
                act(webhook);
            }
        }
    }

    private JsonNode shown(WatchedWebhook webhook) {
        JsonNode shown = client.untilFinal(() -> client.get(path(webhook, ""))).json();
        ledger.shown(webhook, shown);
        return shown;
    }

    private static String path(WatchedWebhook webhook, String action) {
        return "/webhooks/" + webhook.id() + action;
    }

    private SimulatedApiResponse ask(WatchedWebhook webhook, String action, String body) {
        return client.untilFinal(() -> client.post(path(webhook, action), body));
    }

    private SimulatedApiResponse askOnce(WatchedWebhook webhook, String action, String body) {
        String key = name + "-" + ++requests;
        return client.untilFinal(() -> client.call("POST", path(webhook, action), body, Optional.of(key)));
    }

    /** The receiver is fixed, the webhook enabled again, and what was missed is replayed. */
    private void repair(WatchedWebhook webhook) {
        if (random.nextInt(4) > 0) {
            internet.at(webhook.host()).become(ReceiverCharacter.HEALTHY);
        }
        Instant asked = world.scheduler().now();
        if (ask(webhook, "/enable", "").succeeded()) {
            webhook.isEnabled(asked, world.scheduler().now());
            replay(webhook);
        }
    }

    private void act(WatchedWebhook webhook) {
        switch (random.nextInt(12)) {
            case 0, 1 -> {
                if (!pulled) {
                    move(webhook);
                }
            }
            case 2 -> {
                if (ask(webhook, "/disable", "").succeeded()) {
                    webhook.isDisabled(world.scheduler().now());
                }
            }
            case 3 -> delete(webhook);
            case 4, 5 -> rotate(webhook);
            case 6 -> replay(webhook);
            case 7 -> {
                ask(webhook, "/ping", "");
                ask(webhook, "/test", "{\"type\":\"appointment.cancelled\"}");
            }
            case 8, 9 -> delivery(webhook, "/redeliver");
            default -> dismiss(webhook);
        }
    }

    private void move(WatchedWebhook webhook) {
        String host = newHost(ReceiverCharacter.HEALTHY);
        Instant asked = world.scheduler().now();
        ledger.expectAt(url(host), webhook);
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("url", url(host));
        // Another host gets no headers unless they are sent along.
        addHeader(body, webhook.settings());
        SimulatedApiResponse response =
                client.untilFinal(() -> client.call("PATCH", path(webhook, ""), body.toString(), Optional.empty()));
        if (response.succeeded()) {
            webhook.movesTo(host, asked, world.scheduler().now());
        }
    }

    private void delete(WatchedWebhook webhook) {
        SimulatedApiResponse response =
                client.untilFinal(() -> client.call("DELETE", path(webhook, ""), "", Optional.empty()));
        // The response to an earlier try may have been lost; or the key does not see the webhook any more.
        boolean gone = response.status() == 404
                && tenant.client()
                                .untilFinal(() -> tenant.client().get(path(webhook, "")))
                                .status()
                        == 404;
        if (response.succeeded() || gone) {
            webhook.isDeleted(world.scheduler().now());
        }
    }

    private void rotate(WatchedWebhook webhook) {
        Instant asked = world.scheduler().now();
        webhook.asksForSecret(OVERLAP);
        SimulatedApiResponse response = askOnce(webhook, "/rotate_secret", "");
        if (response.succeeded()) {
            learnSecret(webhook, response, asked, OVERLAP);
        }
    }

    /** A repeat more than ten minutes after the first try has no secret: the owner replaces it at once by one that they learn. */
    private void learnSecret(WatchedWebhook webhook, SimulatedApiResponse response, Instant asked, Duration overlap) {
        Instant now = world.scheduler().now();
        if (response.json().has("secret")) {
            webhook.hasSecret(response.json().path("secret").asText(), asked, now, overlap);
        } else if (response.succeeded()) {
            webhook.asksForSecret(Duration.ZERO);
            learnSecret(webhook, askOnce(webhook, "/rotate_secret", "{\"expires_in\":0}"), now, Duration.ZERO);
        }
    }

    private void replay(WatchedWebhook webhook) {
        Instant asked = world.scheduler().now();
        Instant since = asked.minus(Duration.ofHours(random.nextInt(1, 30)));
        String body = "{\"since\":\"" + since.truncatedTo(ChronoUnit.SECONDS) + "\"}";
        // A request that failed is repeated for hours, and what is recorded meanwhile is replayed as well.
        webhook.asksAgainForAll(Instant.MAX);
        SimulatedApiResponse response = ask(webhook, "/replays", body);
        webhook.asksAgainForAll(world.scheduler().now());
        if (!response.succeeded()) {
            return;
        }
        webhook.replays(since, asked);
        if (random.nextInt(4) == 0) {
            webhook.cancelsReplay();
            ask(webhook, "/replays/" + response.json().path("id").asText() + "/cancel", "");
        }
    }

    private void dismiss(WatchedWebhook webhook) {
        someDelivery(webhook, "?status=pending").ifPresent(event -> {
            webhook.dismisses(event);
            ask(webhook, "/deliveries/" + event + "/dismiss", "");
        });
    }

    private void delivery(WatchedWebhook webhook, String action) {
        someDelivery(webhook, "").ifPresent(event -> {
            webhook.asksAgain(event);
            ask(webhook, "/deliveries/" + event + action, "");
        });
    }

    private Optional<String> someDelivery(WatchedWebhook webhook, String query) {
        SimulatedApiResponse response = client.untilFinal(() -> client.get(path(webhook, "/deliveries" + query)));
        if (!response.succeeded()) {
            // Its account is suspended.
            return Optional.empty();
        }
        List<String> events = response.json()
                .path("data")
                .valueStream()
                .map(delivery -> delivery.path("event_id").asText())
                .toList();
        return events.isEmpty() ? Optional.empty() : Optional.of(events.get(random.nextInt(events.size())));
    }
}
