package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.promises.RequestHistories;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Changes the description of a webhook that it shares with other editors, each time only if it has not changed since it was read. */
final class WebhookEditor {

    private static final int LONGEST_THOUGHT = 3000;

    private final SimulatedWorld world;
    private final RequestHistories histories;
    private final SimulatedApiClient client;
    private final String webhook;
    private final String name;
    private final RandomGenerator random;
    private int changes;

    /** @param webhook its id */
    WebhookEditor(
            SimulatedWorld world, RequestHistories histories, SimulatedApiClient client, String webhook, String name) {
        this.world = world;
        this.histories = histories;
        this.client = client;
        this.webhook = webhook;
        this.name = name;
        this.random = world.streams().stream(name);
    }

    String name() {
        return name;
    }

    /** Edits now and then, at full hours, so that others do it at the same moment, until that time. */
    void editUntil(Instant end, Duration meanTime) {
        while (true) {
            Instant next = world.scheduler()
                    .now()
                    .plusNanos((long) (random.nextExponential() * meanTime.toNanos()))
                    .truncatedTo(ChronoUnit.HOURS)
                    .plus(Duration.ofHours(1));
            world.scheduler().sleep(Duration.between(world.scheduler().now(), next));
            if (!next.isBefore(end)) {
                return;
            }
            for (int edits = random.nextInt(1, 4); edits > 0; edits--) {
                look().ifPresent(this::change);
            }
        }
    }

    /** Its ETag; empty when no response came. */
    Optional<String> look() {
        Instant asked = world.scheduler().now();
        SimulatedApiResponse response = client.get(path());
        if (!response.succeeded()) {
            return Optional.empty();
        }
        String tag = response.header("ETag");
        histories.read(
                webhook, version(tag), state(response), asked, world.scheduler().now());
        return Optional.of(tag);
    }

    private void change(String tag) {
        world.scheduler().sleep(Duration.ofMillis(random.nextLong(LONGEST_THOUGHT)));
        String description = name + ", edit " + ++changes;
        String body = JsonNodeFactory.instance
                .objectNode()
                .put("description", description)
                .toString();
        Instant asked = world.scheduler().now();
        SimulatedApiResponse response = client.changeIfMatch(path(), body, tag);
        Instant now = world.scheduler().now();
        if (response.succeeded()) {
            histories.changed(webhook, version(tag), version(response.header("ETag")), state(response), asked, now);
        } else if (response.status() == 412) {
            histories.refused(webhook, description, now);
        }
    }

    private String path() {
        return "/webhooks/" + webhook;
    }

    private static String state(SimulatedApiResponse response) {
        return response.json().path("description").asText();
    }

    /** The part before the dot, which changes with every change. */
    private static long version(String tag) {
        return Long.parseLong(tag.substring(1, tag.indexOf('.')));
    }
}
