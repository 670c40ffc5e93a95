package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.promises.IssuedApiKey;
import com.scheduleevents.simulation.promises.Ledger;
import com.scheduleevents.simulation.promises.ObservedApiKeys;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Issues API keys of one tenant, makes links to the console, rotates and revokes them, and sees which of them work. */
final class ApiKeyHolder {

    private static final Set<String> ALL =
            Arrays.stream(Scope.values()).map(Scope::wireName).collect(Collectors.toUnmodifiableSet());
    private static final Set<String> ISSUING =
            Set.of(Scope.KEYS_WRITE.wireName(), Scope.CONSOLE_WRITE.wireName(), Scope.AUDIT_READ.wireName());
    private static final Set<String> READING = Set.of(Scope.EVENTS_READ.wireName());

    /** Longer than the gateway lets a revoked key through. */
    private static final Duration UNTIL_REFUSED = Duration.ofSeconds(62);

    private static final int LONGEST_LINK = 7200;
    private static final int MOST_TRIED = 4;

    private final SimulatedWorld world;
    private final SimulatedDeployment deployment;
    private final SimulatedTenant tenant;
    private final Ledger ledger;
    private final ObservedApiKeys keys;
    private final RandomGenerator random;
    private final Held root;
    private final List<Held> held = new ArrayList<>();
    private int requests;

    ApiKeyHolder(SimulatedWorld world, SimulatedDeployment deployment, Ledger ledger, SimulatedTenant tenant) {
        this.world = world;
        this.deployment = deployment;
        this.tenant = tenant;
        this.ledger = ledger;
        this.keys = ledger.keys();
        this.random = world.streams().stream(name());
        this.root = new Held(
                new IssuedApiKey(tenant.wide().id().value(), Optional.empty(), ALL, Optional.empty(), false),
                Optional.of(tenant.client()));
    }

    /**
     * A key that somebody has.
     *
     * @param client calls the API with it; empty when the response with its secret was lost
     */
    private record Held(IssuedApiKey key, Optional<SimulatedApiClient> client) {

        private boolean mayIssue() {
            return client.isPresent() && key.scopes().containsAll(ISSUING);
        }
    }

    String name() {
        return "key holder of " + tenant.account().value();
    }

    /** Does something with the keys now and then, until that time. */
    void holdUntil(Instant end, Duration meanTime) {
        while (true) {
            world.scheduler().sleep(Duration.ofNanos((long) (random.nextExponential() * meanTime.toNanos())));
            if (!world.scheduler().now().isBefore(end)) {
                return;
            }
            Held issuer = issuer();
            switch (random.nextInt(8)) {
                case 0, 1 -> issueKey(issuer);
                case 2, 3 -> makeLink(issuer);
                case 4 -> rotate(issuer);
                case 5, 6 -> revoke(issuer, random.nextBoolean());
                default -> list();
            }
            for (int tried = random.nextInt(MOST_TRIED); tried > 0 && !held.isEmpty(); tried--) {
                tryOut(held.get(random.nextInt(held.size())));
            }
        }
    }

    /** Sees which of all keys work, and are listed; called by a task. */
    void look() {
        List.copyOf(held).forEach(this::tryOut);
        list();
    }

    /** One that may issue others and is not revoked, as far as its holder knows. */
    private Held issuer() {
        List<Held> able = held.stream()
                .filter(Held::mayIssue)
                .filter(one -> one.key().mustWork(world.scheduler().now()))
                .toList();
        int drawn = random.nextInt(able.size() + 1);
        return drawn == able.size() ? root : able.get(drawn);
    }

    private Optional<Held> issueKey(Held issuer) {
        boolean issuing = random.nextInt(3) > 0;
        ObjectNode body = body(issuing ? ISSUING : READING).put("description", name() + " " + requests);
        if (random.nextInt(3) == 0) {
            body.put("expires_at", later(Duration.ofHours(random.nextInt(1, 48))));
        }
        return issue(issuer, "/api_keys", body);
    }

    private void makeLink(Held issuer) {
        issue(issuer, "/console_links", body(READING).put("expires_in", random.nextInt(60, LONGEST_LINK)));
    }

    private String later(Duration time) {
        return world.scheduler()
                .now()
                .plus(time)
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
    }

    private static ObjectNode body(Set<String> scopes) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().putNull("clinic_ids");
        new TreeSet<>(scopes).forEach(body.withArray("scopes")::add);
        return body;
    }

    private Optional<Held> issue(Held issuer, String path, ObjectNode body) {
        SimulatedApiClient client = issuer.client().orElseThrow();
        Instant asked = world.scheduler().now();
        List<Integer> tries = new ArrayList<>();
        String once = tenant.account().value() + "-key-" + ++requests;
        SimulatedApiResponse response = client.untilFinal(() -> {
            SimulatedApiResponse tried = client.call("POST", path, body.toString(), Optional.of(once));
            tries.add(tried.status());
            return tried;
        });
        if (!response.succeeded()) {
            if (tries.size() > 1) {
                keys.mayHaveIssuedAnother(tenant.account().value());
            }
            return Optional.empty();
        }
        JsonNode shown = response.json();
        boolean link = path.equals("/console_links");
        IssuedApiKey key = new IssuedApiKey(
                link ? last(response.header("Location")) : shown.path("id").asText(),
                Optional.of(issuer.key()),
                body.path("scopes").valueStream().map(JsonNode::asText).collect(Collectors.toSet()),
                Optional.ofNullable(shown.path("expires_at").textValue()).map(Instant::parse),
                link);
        keys.add(tenant.account().value(), key);
        ledger.add(tenant.confirmed(
                key.id(), "api_key.issued", asked, world.scheduler().now()));
        Held issued = new Held(
                key,
                secret(shown)
                        .map(secret -> new SimulatedApiClient(
                                world, deployment.gateway(), ledger.histories()::answered, secret)));
        held.add(issued);
        tryOut(issued);
        return Optional.of(issued);
    }

    private static String last(String url) {
        return url.substring(url.lastIndexOf('/') + 1);
    }

    /** That of a link is in the fragment of its URL. */
    private static Optional<String> secret(JsonNode shown) {
        return Optional.ofNullable(shown.path("secret").textValue())
                .or(() -> Optional.ofNullable(shown.path("url").textValue())
                        .map(url -> url.substring(url.indexOf("#token=") + "#token=".length())));
    }

    /** Its holder changes over to a new key before the old one is revoked. */
    private void rotate(Held old) {
        if (!old.equals(root) && issueKey(root).isPresent()) {
            revoke(old, false);
        }
    }

    /**
     * Revokes a key, or one whose secret nobody knows. While the request is under way, a thief issues another key with it.
     *
     * @param withIssued whether what it issued is revoked, too
     */
    private void revoke(Held able, boolean withIssued) {
        Held victim = held.stream()
                .filter(one -> one.client().isEmpty())
                .filter(one -> !one.key().mayBeRevokedBy(world.scheduler().now()))
                .findFirst()
                .orElse(able);
        if (victim.equals(root)) {
            return;
        }
        if (victim.mayIssue() && random.nextBoolean()) {
            world.scheduler().spawn("thief", () -> issueKey(victim));
        }
        String path = "/api_keys/" + victim.key().id() + (withIssued ? "?with_issued_keys=true" : "");
        Instant asked = world.scheduler().now();
        List<IssuedApiKey> before = notRevokedBy(asked);
        victim.key().isBeingRevoked(withIssued, asked);
        SimulatedApiClient client = tenant.client();
        SimulatedApiResponse response = client.untilFinal(() -> client.call("DELETE", path, "", Optional.empty()));
        Instant now = world.scheduler().now();
        if (!response.succeeded() && response.status() != 404) {
            return;
        }
        victim.key().isRevoked(withIssued && response.succeeded(), now);
        before.stream()
                .filter(key -> key.isSurelyRevokedBefore(now.plusNanos(1)))
                .forEach(key -> ledger.add(tenant.confirmed(key.id(), "api_key.revoked", asked, now)));
        List<Held> refused =
                held.stream().filter(one -> before.contains(one.key())).toList();
        world.scheduler().spawn("former holders", () -> {
            world.scheduler().sleep(UNTIL_REFUSED);
            refused.forEach(this::tryOut);
        });
    }

    private List<IssuedApiKey> notRevokedBy(Instant time) {
        return keys.of(tenant.account().value()).stream()
                .filter(key -> !key.mayBeRevokedBy(time))
                .toList();
    }

    private void tryOut(Held tried) {
        tried.client().ifPresent(client -> {
            Instant asked = world.scheduler().now();
            SimulatedApiResponse response = client.get("/account");
            if (response.succeeded() || response.status() == 401) {
                keys.answered(
                        tenant.account().value(),
                        tried.key(),
                        asked,
                        world.scheduler().now(),
                        Optional.of(response)
                                .filter(SimulatedApiResponse::succeeded)
                                .map(SimulatedApiResponse::json));
            }
        });
    }

    private void list() {
        Instant asked = world.scheduler().now();
        Optional<List<JsonNode>> all = tenant.client().all("/api_keys?limit=30");
        all.ifPresent(listed -> keys.listed(
                tenant.account().value(), listed, asked, world.scheduler().now()));
    }
}
