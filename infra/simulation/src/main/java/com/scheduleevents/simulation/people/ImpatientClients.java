package com.scheduleevents.simulation.people;

import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.cloud.time.Task;
import com.scheduleevents.domain.rate.Rate;
import com.scheduleevents.simulation.Pace;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.promises.BrokenPromise;
import com.scheduleevents.simulation.promises.Ledger;
import com.scheduleevents.simulation.promises.Promise;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A world without faults in which the clients of one account send requests without a pause to several functions, many more than its rate
 * allows; those of another account stay below their rate.
 */
public final class ImpatientClients {

    private static final Rate RATE = new Rate(20);
    private static final Map<String, String> PARAMETERS = Map.of("RequestsPerSecond", String.valueOf(RATE.perSecond()));

    private static final Duration LASTING = Duration.ofMinutes(1);
    private static final Duration STEP = Duration.ofSeconds(10);
    private static final List<String> PATHS = List.of("/events?limit=1", "/webhooks", "/account");

    /** Each keeps one environment of a function busy. */
    private static final int CLIENTS = 9;

    /** An account below a tenth of its rate, as one environment sees it. */
    private static final Duration PATIENCE = Duration.ofMillis(700);

    /** How long a request takes at most from being paid to its response. */
    private static final int SECONDS_UNDER_WAY = 1;

    /** What an environment grants without asking: a tenth of a bucket. */
    private static final int UNASKED = RATE.burst() / 10;

    private static final double NANOS_A_SECOND = 1e9;

    private final SimulatedWorld world;
    private final SimulatedDeployment deployment;
    private final Ledger ledger;
    private int granted;
    private double held;
    private double most;
    private Instant last = Instant.EPOCH;

    private ImpatientClients(Template template, SimulatedWorld world) {
        this.world = world;
        this.ledger = new Ledger(world, Pace.BUSY.retention());
        this.deployment = SimulatedDeployment.deploy(world, template, new SimulatedInternet(world));
    }

    /** Prints which promises are broken. */
    public static void main(String[] arguments) {
        ScenarioReport.print(arguments, PARAMETERS, ImpatientClients::run);
    }

    /** Which promises are broken there. */
    public static List<BrokenPromise> run(Path template, long seed) {
        return run(SimulatedDeployment.template(template, PARAMETERS), seed);
    }

    private static List<BrokenPromise> run(Template template, long seed) {
        SimulatedWorld world = SimulatedWorld.of(seed).build();
        try {
            return new ImpatientClients(template, world).run();
        } finally {
            world.scheduler().end();
        }
    }

    private List<BrokenPromise> run() {
        Task life = world.scheduler().spawn("impatient clients", this::live);
        while (!life.isDone()) {
            world.scheduler().runFor(STEP);
        }
        return ledger.broken();
    }

    private void live() {
        SimulatedOperator operator = new SimulatedOperator(world, deployment);
        SimulatedTenant impatient = operator.open("impatient", 1);
        SimulatedTenant patient = operator.open("patient", 1);
        Instant end = world.scheduler().now().plus(LASTING);
        List<Task> clients = new ArrayList<>();
        IntStream.range(0, CLIENTS)
                .forEach(client -> clients.add(world.scheduler()
                        .spawn("impatient client", () -> ask(impatient, PATHS.get(client % PATHS.size()), end))));
        clients.add(world.scheduler().spawn("patient client", () -> askPatiently(patient, end)));
        while (!clients.stream().allMatch(Task::isDone)) {
            world.scheduler().sleep(STEP);
        }
        check(impatient);
    }

    private void ask(SimulatedTenant tenant, String path, Instant end) {
        while (world.scheduler().now().isBefore(end)) {
            if (tenant.client().get(path).status() == 200) {
                grant(world.scheduler().now());
            }
        }
    }

    /** Each request adds to a bucket, from which so many flow in a second as the rate allows. */
    private void grant(Instant now) {
        granted++;
        held = Math.max(0, held - Duration.between(last, now).toNanos() / NANOS_A_SECOND * RATE.perSecond()) + 1;
        most = Math.max(most, held);
        last = now;
    }

    private void check(SimulatedTenant tenant) {
        String account = tenant.account().value();
        int bound = RATE.burst() + SECONDS_UNDER_WAY * RATE.perSecond() + CLIENTS * UNASKED;
        if (most > bound) {
            ledger.breaks(
                    Promise.RATE_IS_KEPT,
                    account,
                    String.format(
                            "it was granted %.0f requests more than %d a second, and %d are a bucket and what is under way",
                            most, RATE.perSecond(), bound));
        }
        long fewest = RATE.perSecond() * LASTING.toSeconds() / 2;
        if (granted < fewest) {
            ledger.breaks(
                    Promise.RATE_IS_KEPT,
                    account,
                    "it was granted " + granted + " requests in " + LASTING + ", fewer than half of its rate");
        }
    }

    private void askPatiently(SimulatedTenant tenant, Instant end) {
        while (world.scheduler().now().isBefore(end)) {
            for (String path : PATHS) {
                int status = tenant.client().get(path).status();
                if (status != 200) {
                    ledger.breaks(
                            Promise.RATE_IS_KEPT,
                            tenant.account().value(),
                            "it stays below its rate, and GET " + path + " got " + status);
                }
                world.scheduler().sleep(PATIENCE);
            }
        }
    }
}
