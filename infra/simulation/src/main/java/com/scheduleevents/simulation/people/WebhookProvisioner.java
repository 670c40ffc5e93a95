package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.scheduleevents.cloud.time.Task;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.promises.ObservedExternalIds;
import com.scheduleevents.simulation.promises.ObservedExternalIds.Attempt;
import com.scheduleevents.simulation.promises.ObservedExternalIds.Holding;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Programs of an account that make the webhooks that are to exist, by their external ids: several at the same moment, and again as soon as they
 * have deleted them. Their webhooks are pulled, and get events that nobody records.
 */
final class WebhookProvisioner {

    private static final int PROGRAMS = 2;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int LONGEST_PAUSE = 40_000;

    private final SimulatedWorld world;
    private final ObservedExternalIds ids;
    private final SimulatedTenant tenant;
    private final SimulatedApiClient client;
    private final String name;
    private final RandomGenerator random;
    private int requests;

    WebhookProvisioner(SimulatedWorld world, ObservedExternalIds ids, SimulatedTenant tenant) {
        this.world = world;
        this.ids = ids;
        this.tenant = tenant;
        this.client = tenant.client();
        this.name = "provisioner of " + tenant.account().value();
        this.random = world.streams().stream(name);
    }

    String name() {
        return name;
    }

    /** Makes webhooks now and then, until that time, and deletes them. */
    void workUntil(Instant end, Duration meanTime) {
        while (true) {
            world.scheduler().sleep(Duration.ofNanos((long) (random.nextExponential() * meanTime.toNanos())));
            if (!world.scheduler().now().isBefore(end)) {
                return;
            }
            List<Holding> made = atOnce("desk");
            pause();
            look("desk").ifPresent(made::add);
            made.stream().findFirst().ifPresent(first -> made.addAll(contest(first)));
            made.forEach(this::delete);
            List<Holding> again = atOnce("desk");
            look("desk").ifPresent(again::add);
            again.forEach(this::delete);
        }
    }

    /** Several programs register a webhook with the same id. */
    private List<Holding> atOnce(String id) {
        List<Holding> made = new ArrayList<>();
        together(IntStream.range(0, PROGRAMS)
                .<Runnable>mapToObj(_ -> () -> register(id).ifPresent(made::add))
                .toList());
        return made;
    }

    /** One program gives a webhook another id, while others register one with that. */
    private List<Holding> contest(Holding first) {
        List<Holding> made = new ArrayList<>();
        together(List.of(() -> made.add(rename(first, "other-desk")), () -> register("other-desk")
                .ifPresent(made::add)));
        look("other-desk").ifPresent(made::add);
        return made;
    }

    private void together(List<Runnable> programs) {
        List<Task> tasks = programs.stream()
                .map(program -> world.scheduler().spawn("program of " + name, program))
                .toList();
        while (!tasks.stream().allMatch(Task::isDone)) {
            world.scheduler().sleep(SECOND);
        }
    }

    private Optional<Holding> register(String id) {
        String key = name + "-" + ++requests;
        String body = JsonNodeFactory.instance
                .objectNode()
                .put("mode", "pull")
                .put("external_id", id)
                .set("types", JsonNodeFactory.instance.arrayNode().add("offer.expired"))
                .toString();
        Instant asked = world.scheduler().now();
        SimulatedApiResponse response =
                client.untilFinal(() -> client.call("POST", "/webhooks", body, Optional.of(key)));
        Attempt request = new Attempt(asked, world.scheduler().now());
        if (response.succeeded()) {
            return Optional.of(ids.given(unique(id), response.json().path("id").asText(), request));
        }
        refused(id, response, request);
        return Optional.empty();
    }

    /** What is refused may have its effect all the same, with an earlier try. */
    private Holding rename(Holding webhook, String id) {
        Instant asked = world.scheduler().now();
        webhook.mayEnd(asked);
        String body =
                JsonNodeFactory.instance.objectNode().put("external_id", id).toString();
        SimulatedApiResponse response =
                client.untilFinal(() -> client.call("PATCH", path(webhook), body, Optional.empty()));
        Attempt request = new Attempt(asked, world.scheduler().now());
        if (response.succeeded()) {
            webhook.ends(request.answered());
            return ids.given(unique(id), webhook.webhook(), request);
        }
        refused(id, response, request);
        return ids.doubted(unique(id), webhook.webhook(), asked);
    }

    private void refused(String id, SimulatedApiResponse response, Attempt request) {
        if (response.errorCode().equals("external_id_taken")) {
            ids.taken(unique(id), request);
        }
    }

    /** Looks for the webhook with that id; what is found, and known to nobody, is that of a request that was refused. */
    private Optional<Holding> look(String id) {
        Instant asked;
        SimulatedApiResponse response;
        do {
            asked = world.scheduler().now();
            response = client.get("/webhooks?external_id=" + id);
            if (!response.succeeded()) {
                world.scheduler().sleep(Duration.ofMinutes(1));
            }
            // Otherwise its account is suspended, or the service is out.
        } while (!response.succeeded());
        Instant now = world.scheduler().now();
        Optional<String> found = response.json()
                .path("data")
                .valueStream()
                .map(webhook -> webhook.path("id").asText())
                .findFirst();
        Optional<Holding> stray = found.filter(webhook -> !ids.knows(unique(id), webhook))
                .map(webhook -> ids.found(unique(id), webhook, now));
        ids.looked(unique(id), new Attempt(asked, now), found);
        return stray;
    }

    private void delete(Holding webhook) {
        webhook.mayEnd(world.scheduler().now());
        SimulatedApiResponse response;
        do {
            response = client.untilFinal(() -> client.call("DELETE", path(webhook), "", Optional.empty()));
            if (response.status() == 403) {
                world.scheduler().sleep(Duration.ofMinutes(1));
            }
            // Otherwise its account is suspended.
        } while (response.status() == 403);
        webhook.ends(world.scheduler().now());
    }

    private void pause() {
        world.scheduler().sleep(Duration.ofMillis(random.nextLong(LONGEST_PAUSE)));
    }

    private static String path(Holding webhook) {
        return "/webhooks/" + webhook.webhook();
    }

    private String unique(String id) {
        return tenant.account().value() + " " + id;
    }
}
