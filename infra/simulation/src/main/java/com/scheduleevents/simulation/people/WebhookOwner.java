package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.promises.Fact;
import com.scheduleevents.simulation.promises.Ledger;
import com.scheduleevents.simulation.promises.Promise;
import com.scheduleevents.simulation.promises.WatchedSettings;
import com.scheduleevents.simulation.promises.WatchedWebhook;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Registers a webhook, and does with it what owners do: everything that the API offers. */
final class WebhookOwner {

    /** How long a secret stays valid after a rotation that says nothing else. */
    private static final Duration OVERLAP = Duration.ofHours(24);

    /** Longer than a call that was given up can take to have its effect. */
    private static final Duration LONGER_THAN_LATE = Duration.ofMinutes(20);

    /** One request of so many is repeated, and its idempotency key used for another one. */
    private static final int ONE_IS_CARELESS = 6;

    /** One new queue of so many has a role that asks for the external id of another account, and another one a role that asks for none. */
    private static final int ONE_ROLE_IS_WRONG = 5;

    /** One owner of so many tries the queues and roles of the service itself before each registration and each move. */
    private static final int ONE_IS_A_THIEF = 3;

    private final SimulatedWorld world;
    private final SimulatedInternet internet;
    private final Ledger ledger;
    private final SimulatedTenant tenant;
    private final EventProducer producer;
    private final SimulatedApiClient client;
    private final SimulatedKey key;
    private final String name;
    private final boolean pulled;
    private final RandomGenerator random;
    private final RandomGenerator carelessness;
    private final RandomGenerator styles;
    private final RandomGenerator roles;
    private final boolean thief;
    private int receivers;
    private int requests;

    /**
     * @param producer records events for trials
     * @param pulled whether the webhook is one whose events consumers pull
     */
    WebhookOwner(
            SimulatedWorld world,
            SimulatedInternet internet,
            Ledger ledger,
            SimulatedTenant tenant,
            EventProducer producer,
            String name,
            boolean pulled) {
        this.pulled = pulled;
        this.producer = producer;
        this.world = world;
        this.internet = internet;
        this.ledger = ledger;
        this.tenant = tenant;
        this.name = name;
        this.random = world.streams().stream("owner of " + name);
        this.carelessness = world.streams().stream("careless owner of " + name);
        this.styles = world.streams().stream("payloads of " + name);
        this.roles = world.streams().stream("roles of " + name);
        this.thief = roles.nextInt(ONE_IS_A_THIEF) == 0;
        boolean narrow = random.nextInt(3) == 0;
        this.key = narrow ? tenant.narrow() : tenant.wide();
        this.client = key.client();
    }

    /** Registers a webhook whose receiver is of that character; empty when the service refused it. */
    Optional<WatchedWebhook> register(ReceiverCharacter character) {
        tryTheService("POST", "/webhooks", JsonNodeFactory.instance.objectNode());
        String receiver = newName();
        WebhookDraft draft = WebhookDraft.draw(world, tenant.clinics(), name, receiver, pulled);
        DeliveryTarget target = draft.target();
        make(target, character, draft.settings());
        if (target.isInAws() && !character.isIncurable() && roles.nextInt(ONE_ROLE_IS_WRONG) == 0) {
            internet.at(target.place()).bar();
        }
        ledger.isRegistering(target.url());
        SimulatedApiResponse response = client.untilFinal(
                () -> client.call("POST", "/webhooks", draft.body(), Optional.of("register-" + receiver)));
        Optional<JsonNode> registered = response.succeeded() ? Optional.of(response.json()) : lookFor(target);
        if (registered.isEmpty()) {
            ledger.isNotRegistered(target.url());
        }
        return registered.map(shown -> confirmed(shown, draft));
    }

    /** Whoever could have deliveries sent to a queue or bus of the service, or by a role of it, would use what that role may do. */
    private void tryTheService(String method, String path, ObjectNode body) {
        if (!thief || pulled) {
            return;
        }
        if (method.equals("POST")) {
            body.putArray("types").add("*");
        }
        DeliveryTarget.ofTheService(roles.nextBoolean(), roles.nextBoolean()).addTo(body);
        SimulatedApiResponse response =
                client.untilFinal(() -> client.call(method, path, body.toString(), Optional.empty()));
        if (response.succeeded()) {
            ledger.breaks(
                    Promise.AUTHORIZED,
                    response.json().path("id").asText(),
                    "its owner has its deliveries sent to a queue or bus, or by a role, of the service itself: "
                            + body);
        }
    }

    /** Whoever is refused may have registered it all the same with an earlier try, or do so for minutes yet. */
    private Optional<JsonNode> lookFor(DeliveryTarget target) {
        SimulatedApiResponse list;
        do {
            world.scheduler().sleep(LONGER_THAN_LATE);
            list = tenant.client().untilFinal(() -> tenant.client().get("/webhooks?limit=100"));
            // Otherwise its account is suspended.
        } while (!list.succeeded());
        return list.json().path("data").valueStream().filter(target::isOf).findFirst();
    }

    private WatchedWebhook confirmed(JsonNode shown, WebhookDraft draft) {
        Instant now = world.scheduler().now();
        WatchedWebhook webhook = new WatchedWebhook(
                shown.path("id").asText(),
                tenant.account().value(),
                key.id().value(),
                draft.settings(),
                new Fact.Registered(now, draft.target().place()));
        key.clinics().hidden().forEach(clinic -> webhook.add(new Fact.Hidden(now, clinic)));
        if (shown.path("disabled_reason").asText().equals("key_revoked")) {
            webhook.add(new Fact.Disabled(now));
        }
        boolean tellsSecret = shown.has("secret");
        if (tellsSecret) {
            webhook.add(new Fact.SecretLearnt(
                    now,
                    new Fact.SecretAsked(now, OVERLAP),
                    shown.path("secret").asText()));
        }
        ledger.add(webhook);
        ledger.expectAt(draft.target().url(), webhook);
        if (!tellsSecret) {
            replaceSecret(webhook);
        }
        return webhook;
    }

    private String newName() {
        return name + "-" + ++receivers;
    }

    /** The owner makes a receiver, or a queue or bus with its role. */
    private void make(DeliveryTarget target, ReceiverCharacter character, WatchedSettings settings) {
        internet.add(target.place(), character);
        if (!settings.client().isEmpty()) {
            internet.authorize(target.place(), settings.client());
        }
        makeRole(target);
    }

    private void makeRole(DeliveryTarget target) {
        if (target.isInAws()) {
            Optional<String> account = Optional.of(tenant.account().value());
            internet.sts()
                    .addRole(
                            target.role(),
                            internet.at(target.place()),
                            account.filter(_ -> roles.nextInt(ONE_ROLE_IS_WRONG) > 0));
        }
    }

    /**
     * Does something with it now and then, until that time. Who has deleted it registers another.
     *
     * @param characters draws those of further receivers
     */
    void careUntil(Instant end, WatchedWebhook first, Duration meanTime, Supplier<ReceiverCharacter> characters) {
        WatchedWebhook webhook = first;
        while (true) {
            world.scheduler().sleep(Duration.ofNanos((long) (random.nextExponential() * meanTime.toNanos())));
            if (!world.scheduler().now().isBefore(end) || (pulled && webhook.isDeleted())) {
                return;
            }
            if (webhook.isDeleted()) {
                world.scheduler().spawn("trial", producer::tryOut);
                webhook = register(characters.get()).orElse(webhook);
            } else if (shown(webhook).path("status").asText().equals("disabled")) {
                repair(webhook);
            } else {
                act(webhook);
            }
        }
    }

    private void isConfirmed(WatchedWebhook webhook, String action, Instant asked) {
        ledger.add(
                tenant.confirmed(webhook.id(), action, asked, world.scheduler().now()));
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
        Optional<String> key = Optional.of(name + "-" + ++requests);
        SimulatedApiResponse response = client.untilFinal(() -> client.call("POST", path(webhook, action), body, key));
        if (response.succeeded() && carelessness.nextInt(ONE_IS_CARELESS) == 0) {
            // What became of them is judged by the history of the key.
            client.call("POST", path(webhook, action), body, key);
            client.call("POST", path(webhook, action.equals("/ping") ? "/test" : "/ping"), "", key);
        }
        return response;
    }

    /** The receiver is fixed, the webhook enabled again, and what was missed is replayed. */
    private void repair(WatchedWebhook webhook) {
        if (random.nextInt(4) > 0) {
            internet.at(webhook.host()).become(ReceiverCharacter.HEALTHY);
        }
        Instant asked = world.scheduler().now();
        if (ask(webhook, "/enable", "").succeeded()) {
            webhook.add(new Fact.Enabled(world.scheduler().now(), asked));
            isConfirmed(webhook, "webhook.enabled", asked);
            replay(webhook);
        }
    }

    private void act(WatchedWebhook webhook) {
        switch (random.nextInt(13)) {
            case 0, 1 -> {
                if (!pulled) {
                    move(webhook);
                }
            }
            case 2 -> disable(webhook);
            case 3 -> delete(webhook);
            case 4, 5 -> rotate(webhook);
            case 6 -> replay(webhook);
            case 7 -> {
                ask(webhook, "/ping", "");
                ask(webhook, "/test", "{\"type\":\"appointment.cancelled\"}");
            }
            case 8, 9 -> redeliver(webhook);
            case 10 -> changeSettings(webhook);
            default -> dismiss(webhook);
        }
    }

    private void move(WatchedWebhook webhook) {
        boolean queued = webhook.settings().queued();
        if (queued) {
            tryTheService("PATCH", path(webhook, ""), JsonNodeFactory.instance.objectNode());
            if (roles.nextBoolean()) {
                changeRole(webhook);
                return;
            }
        }
        DeliveryTarget target = WebhookDraft.target(newName(), queued);
        make(target, ReceiverCharacter.HEALTHY, webhook.settings());
        ledger.expectAt(target.url(), webhook);
        lead(webhook, target, "webhook.moved", world.scheduler().now());
    }

    /** Another role for the same queue or bus. */
    private void changeRole(WatchedWebhook webhook) {
        DeliveryTarget target = DeliveryTarget.at(webhook.host(), newName());
        if (!target.isOf(shown(webhook))) {
            // A move that was refused in the end had had its effect.
            return;
        }
        makeRole(target);
        Instant asked = world.scheduler().now();
        webhook.add(new Fact.RoleAsked(asked));
        if (lead(webhook, target, "webhook.updated", asked)) {
            internet.at(target.place()).unbar();
        }
    }

    private boolean lead(WatchedWebhook webhook, DeliveryTarget target, String action, Instant asked) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        target.addTo(body);
        // Another host gets neither headers nor tokens unless they are sent along.
        WebhookDraft.addCredentials(body, webhook.settings());
        SimulatedApiResponse response =
                client.untilFinal(() -> client.call("PATCH", path(webhook, ""), body.toString(), Optional.empty()));
        if (response.succeeded()) {
            webhook.add(new Fact.Moved(world.scheduler().now(), asked, target.place()));
            isConfirmed(webhook, action, asked);
        }
        return response.succeeded();
    }

    /** A new label, and thin deliveries or whole ones from now on. */
    private void changeSettings(WatchedWebhook webhook) {
        Instant asked = world.scheduler().now();
        boolean thin = styles.nextBoolean();
        String body = JsonNodeFactory.instance
                .objectNode()
                .put("description", name + ", label " + ++requests)
                .put("payload", thin ? "thin" : "full")
                .toString();
        webhook.add(new Fact.PayloadAsked(asked));
        if (client.untilFinal(() -> client.call("PATCH", path(webhook, ""), body, Optional.empty()))
                .succeeded()) {
            webhook.add(new Fact.PayloadSet(world.scheduler().now(), thin));
            isConfirmed(webhook, "webhook.updated", asked);
        }
    }

    private void disable(WatchedWebhook webhook) {
        Instant asked = world.scheduler().now();
        if (ask(webhook, "/disable", "").succeeded()) {
            webhook.add(new Fact.Disabled(world.scheduler().now()));
            isConfirmed(webhook, "webhook.disabled", asked);
            if (random.nextBoolean()) {
                // Retries of the earlier generation are still on their way.
                world.scheduler().sleep(Duration.ofMinutes(random.nextInt(1, 10)));
                repair(webhook);
            }
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
            webhook.add(new Fact.Deleted(world.scheduler().now()));
        }
    }

    private void rotate(WatchedWebhook webhook) {
        Fact.SecretAsked asked = new Fact.SecretAsked(world.scheduler().now(), OVERLAP);
        webhook.add(asked);
        SimulatedApiResponse response = ask(webhook, "/rotate_secret", "");
        if (response.succeeded()) {
            isConfirmed(webhook, "webhook.secret_rotated", asked.at());
            learnSecret(webhook, response, asked);
        }
    }

    /** A repeat more than ten minutes after the first try has no secret. */
    private void learnSecret(WatchedWebhook webhook, SimulatedApiResponse response, Fact.SecretAsked asked) {
        if (response.json().has("secret")) {
            webhook.add(new Fact.SecretLearnt(
                    world.scheduler().now(),
                    asked,
                    response.json().path("secret").asText()));
        } else if (response.succeeded()) {
            replaceSecret(webhook);
        }
    }

    /** A secret that its owner does not know is replaced at once by one that they learn. */
    private void replaceSecret(WatchedWebhook webhook) {
        Fact.SecretAsked asked = new Fact.SecretAsked(world.scheduler().now(), Duration.ZERO);
        webhook.add(asked);
        learnSecret(webhook, ask(webhook, "/rotate_secret", "{\"expires_in\":0}"), asked);
    }

    private void replay(WatchedWebhook webhook) {
        Instant asked = world.scheduler().now();
        Instant since = asked.minus(Duration.ofHours(random.nextInt(1, 30)));
        String body = "{\"since\":\"" + since.truncatedTo(ChronoUnit.SECONDS) + "\"}";
        Fact.ReplayAsked replay = new Fact.ReplayAsked(asked, since);
        webhook.add(replay);
        SimulatedApiResponse response = ask(webhook, "/replays", body);
        boolean isCancelled = response.succeeded() && random.nextInt(4) == 0;
        webhook.add(new Fact.ReplayAnswered(world.scheduler().now(), replay, response.succeeded() && !isCancelled));
        if (isCancelled) {
            ask(webhook, "/replays/" + response.json().path("id").asText() + "/cancel", "");
        }
    }

    private void dismiss(WatchedWebhook webhook) {
        someDelivery(webhook, "?status=pending").ifPresent(event -> {
            webhook.add(new Fact.Dismissed(world.scheduler().now(), event));
            ask(webhook, "/deliveries/" + event + "/dismiss", "");
        });
    }

    /** Asks for one of its deliveries again, whatever became of it. */
    void redeliver(WatchedWebhook webhook) {
        someDelivery(webhook, "").ifPresent(event -> {
            webhook.add(new Fact.AskedAgain(world.scheduler().now(), event));
            ask(webhook, "/deliveries/" + event + "/redeliver", "");
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
