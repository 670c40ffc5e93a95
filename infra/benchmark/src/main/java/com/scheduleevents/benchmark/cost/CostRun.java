package com.scheduleevents.benchmark.cost;

import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One scenario in a world of its own. */
final class CostRun {

    private static final Duration STEP = Duration.ofSeconds(1);

    /** For what comes after the last delivery: deleting messages. */
    private static final Duration QUIET = Duration.ofMinutes(1);

    private static final Duration LONGEST = Duration.ofHours(6);

    private final MeteredWorld metered;
    private final WorldMeter meter;
    private final EventLoad load;
    private final List<MeteredTenant> tenants = new ArrayList<>();

    /** The number of healthy webhooks of each tenant. */
    private int healthyWebhooks = 1;

    /** With the defaults of the template. */
    CostRun(Path template, LogBytes logs, LambdaTime time) {
        this(template, Map.of(), logs, time);
    }

    /**
     * @param template the file of what is deployed
     * @param parameters what is set of it
     */
    CostRun(Path template, Map<String, String> parameters, LogBytes logs, LambdaTime time) {
        this.metered = new MeteredWorld(template, parameters);
        this.meter = new WorldMeter(metered, logs, time, template);
        this.load = new EventLoad(metered);
    }

    /**
     * What was consumed.
     *
     * @param events how many were recorded and delivered
     * @param quantities in all
     * @param stored gigabytes that they left behind
     */
    record Consumed(int events, Quantities quantities, double stored) {}

    /** Opens so many accounts, each with one healthy webhook. */
    CostRun open(int accounts) {
        for (int i = 0; i < accounts; i++) {
            MeteredTenant tenant = metered.open("tenant" + i);
            metered.register(tenant, "tenant" + i + ".receivers.net", List.of(ReceiverCharacter.HEALTHY));
            tenants.add(tenant);
        }
        return this;
    }

    /** Gives each account a further webhook that is healthy. */
    void addHealthyWebhooks() {
        healthyWebhooks++;
        tenants.forEach(tenant -> metered.register(tenant, "second.receivers.net", List.of(ReceiverCharacter.HEALTHY)));
    }

    /** Gives each account a further webhook, whose receiver cannot be reached. */
    void addDeadWebhooks() {
        tenants.forEach(tenant -> metered.register(tenant, "gone.receivers.net", List.of()));
    }

    /** Makes a load that is not measured, so that environments have started and keys are cached. */
    CostRun warmUp(CostScenario scenario) {
        deliver(scenario);
        return this;
    }

    /** Makes the load and waits for its deliveries. */
    Consumed measure(CostScenario scenario) {
        Quantities before = meter.read();
        double stored = meter.stored();
        deliver(scenario);
        return new Consumed(scenario.events(), meter.read().minus(before), meter.stored() - stored);
    }

    private void deliver(CostScenario scenario) {
        long until = metered.accepted() + (long) scenario.events() * healthyWebhooks;
        Instant last = metered.world().scheduler().now().plus(LONGEST);
        load.start(scenario, tenants);
        while (metered.accepted() < until) {
            metered.world().scheduler().runFor(STEP);
            if (metered.world().scheduler().now().isAfter(last)) {
                throw new IllegalStateException(
                        scenario.name() + ": of " + until + " events, " + metered.accepted() + " were delivered");
            }
        }
        metered.world().scheduler().runFor(QUIET);
    }
}
