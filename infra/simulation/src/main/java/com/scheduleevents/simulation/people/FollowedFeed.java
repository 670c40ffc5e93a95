package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cloud.faults.FaultLevel;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.cloud.time.Task;
import com.scheduleevents.simulation.Pace;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.promises.BrokenPromise;
import com.scheduleevents.simulation.promises.FeedFilter;
import com.scheduleevents.simulation.promises.ForwardChecks;
import com.scheduleevents.simulation.promises.Ledger;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A world that is {@link FaultLevel#ADRIFT}, in which one tenant records, and repeats what got no response after seconds, minutes or hours, while
 * some readers follow its feed forwards.
 */
public final class FollowedFeed {

    private static final Duration TIME = Duration.ofDays(3);
    private static final Duration MEAN_TIME = Duration.ofMinutes(3);
    private static final int CLINICS = 3;

    /** Longer than events are held back, and than anything that is under way takes. */
    private static final Duration REST = Duration.ofMinutes(20);

    private static final Duration STEP = Duration.ofMinutes(1);
    private static final List<Duration> BEFORE_A_REPEAT =
            List.of(Duration.ofSeconds(10), Duration.ofSeconds(25), Duration.ofMinutes(10), Duration.ofHours(6));

    private final SimulatedWorld world;
    private final SimulatedDeployment deployment;
    private final Ledger ledger;
    private final RandomGenerator random;
    private int made;

    private FollowedFeed(Template template, long seed) {
        this.world = SimulatedWorld.of(seed).build();
        this.ledger = new Ledger(world, Pace.BUSY.retention());
        this.deployment = SimulatedDeployment.deploy(world, template, new SimulatedInternet(world));
        this.random = world.streams().stream("producer of a followed feed");
    }

    /**
     * Prints which promises are broken.
     *
     * @param arguments the template, and how many seeds people are drawn from, the first of which is 1
     */
    public static void main(String[] arguments) {
        ScenarioReport.print(arguments, FollowedFeed::run);
    }

    /** Which promises are broken with the people of a seed. */
    static List<BrokenPromise> run(Template template, long seed) {
        FollowedFeed scenario = new FollowedFeed(template, seed);
        try {
            Task last = scenario.world.scheduler().spawn("followed feed", scenario::live);
            while (!last.isDone()) {
                scenario.world.scheduler().runFor(STEP);
            }
            return scenario.ledger.broken();
        } finally {
            scenario.world.scheduler().end();
        }
    }

    private void live() {
        SimulatedTenant tenant = new SimulatedOperator(world, deployment).open("followed", CLINICS);
        String account = tenant.account().value();
        Map<FeedFollower, ForwardChecks> followers = followers(tenant);
        world.faults().become(FaultLevel.ADRIFT);
        Instant end = world.scheduler().now().plus(TIME);
        followers.keySet().forEach(follower -> world.scheduler().spawn("follower", () -> follower.followUntil(end)));
        while (world.scheduler().now().isBefore(end)) {
            world.scheduler().sleep(exponential(MEAN_TIME));
            boolean queued = random.nextInt(4) == 0;
            world.scheduler().spawn("producer", () -> record(tenant, queued));
        }
        // Whoever waits for hours comes back.
        world.scheduler().sleep(BEFORE_A_REPEAT.getLast().multipliedBy(5));
        world.faults().become(FaultLevel.CALM);
        world.scheduler().sleep(REST);
        followers.forEach((follower, checks) -> {
            follower.read();
            checks.end(rows());
        });
        ForwardChecks.checkOnce(ledger, account, rows());
        if (followers.values().stream().anyMatch(checks -> checks.count() == 0)) {
            throw new IllegalStateException("a reader was listed nothing, so nothing was checked");
        }
    }

    private Map<FeedFollower, ForwardChecks> followers(SimulatedTenant tenant) {
        Map<FeedFollower, ForwardChecks> followers = new LinkedHashMap<>();
        Optional<String> clinic = Optional.of(tenant.clinics().getFirst());
        Set<String> types = Set.copyOf(EventProducer.TYPES.subList(0, 2));
        for (SimulatedKey key : List.of(tenant.wide(), tenant.narrow())) {
            for (FeedFilter filter : List.of(
                    FeedFilter.NONE,
                    new FeedFilter(Set.of(), clinic, Optional.empty(), Optional.empty()),
                    new FeedFilter(types, Optional.empty(), Optional.empty(), Optional.empty()))) {
                follow(tenant, key, filter, followers);
            }
        }
        Optional<String> first = Optional.of("apt_1");
        follow(tenant, tenant.wide(), new FeedFilter(Set.of(), Optional.empty(), first, Optional.empty()), followers);
        return followers;
    }

    private void follow(
            SimulatedTenant tenant, SimulatedKey key, FeedFilter filter, Map<FeedFollower, ForwardChecks> followers) {
        ForwardChecks checks = new ForwardChecks(ledger, tenant.account().value(), filter);
        String name = "follower " + followers.size();
        followers.put(new FeedFollower(world, name, key.client(), filter, checks), checks);
    }

    private Stream<Map<String, AttributeValue>> rows() {
        return world.dynamoDb().items(deployment.template().table("EventsTable").name());
    }

    /** Records a change, through the API or the queue, and repeats that at least once, as whoever had no response the first time. */
    private void record(SimulatedTenant tenant, boolean queued) {
        String appointment = "apt_" + ++made;
        Duration wait = exponential(BEFORE_A_REPEAT.get(random.nextInt(BEFORE_A_REPEAT.size())));
        ObjectNode event = JsonNodeFactory.instance
                .objectNode()
                .put("type", EventProducer.TYPES.get(random.nextInt(2)))
                .put("clinic_id", tenant.clinics().get(random.nextInt(CLINICS)))
                .put("appointment_id", appointment)
                .put("provider_id", "prv_1")
                .put("starts_at", "2026-02-01T09:00:00Z")
                .put("duration_minutes", 30);
        if (queued) {
            send(tenant, event, appointment);
        } else {
            post(tenant, event, appointment);
        }
        world.scheduler().sleep(wait);
        SimulatedApiResponse response = tenant.client().untilFinal(() -> post(tenant, event, appointment));
        if (!response.succeeded()) {
            throw new IllegalStateException("a change was refused: " + response);
        }
    }

    private static SimulatedApiResponse post(SimulatedTenant tenant, ObjectNode event, String key) {
        return tenant.client().call("POST", "/events", event.toString(), Optional.of(key));
    }

    private void send(SimulatedTenant tenant, ObjectNode event, String key) {
        ObjectNode message = JsonNodeFactory.instance
                .objectNode()
                .put("account_id", tenant.account().value())
                .put("idempotency_key", key)
                .set("event", event);
        try {
            world.sqs().sendMessage(send -> send.queueUrl(
                            deployment.template().queue("ChangesQueue").url())
                    .messageBody(message.toString()));
        } catch (SdkException lost) {
            // It is recorded through the API a little later.
        }
    }

    private Duration exponential(Duration mean) {
        return Duration.ofNanos((long) (random.nextExponential() * mean.toNanos()));
    }
}
