package com.scheduleevents.simulation.people;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.promises.Fact;
import com.scheduleevents.simulation.promises.Ledger;
import com.scheduleevents.simulation.promises.WatchedKey;
import com.scheduleevents.simulation.promises.WatchedWebhook;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** What the operator does to the service and its tenants while it is used, one command after the other. */
final class OperatorCommands {

    private final SimulatedWorld world;
    private final SimulatedDeployment deployment;
    private final SimulatedOperator operator;
    private final Ledger ledger;
    private final List<SimulatedTenant> tenants;
    private final RandomGenerator random;
    private final Set<SimulatedTenant> revoked = new HashSet<>();

    OperatorCommands(
            SimulatedWorld world,
            SimulatedDeployment deployment,
            SimulatedOperator operator,
            Ledger ledger,
            List<SimulatedTenant> tenants) {
        this.world = world;
        this.deployment = deployment;
        this.operator = operator;
        this.ledger = ledger;
        this.tenants = tenants;
        this.random = world.streams().stream("commands");
    }

    /** Gives a command now and then, until that time. */
    void giveUntil(Instant end, Duration meanTime) {
        while (true) {
            world.scheduler().sleep(Duration.ofNanos((long) (random.nextExponential() * meanTime.toNanos())));
            if (!world.scheduler().now().isBefore(end)) {
                return;
            }
            SimulatedTenant tenant = tenants.get(random.nextInt(tenants.size()));
            switch (random.nextInt(11)) {
                case 0, 1 -> {
                    List<String> functions = deployment.functions();
                    deployment.deployAgain(functions.get(random.nextInt(functions.size())));
                }
                case 2, 3 -> suspend(tenant);
                case 4, 5 -> narrow(tenant);
                case 6, 7 -> removeClinic(tenant);
                case 8 -> revoke(tenant);
                default -> operator.redrive();
            }
        }
    }

    private void suspend(SimulatedTenant tenant) {
        operator.untilDone(() -> operator.changes().suspend(tenant.account()));
        Instant suspended = world.scheduler().now();
        webhooks(tenant).forEach(webhook -> webhook.add(new Fact.Suspended(suspended)));
        waitForAWhile();
        Instant resuming = world.scheduler().now();
        webhooks(tenant).forEach(webhook -> webhook.add(new Fact.Resuming(resuming)));
        operator.untilDone(() -> operator.changes().resume(tenant.account()));
        Instant resumed = world.scheduler().now();
        webhooks(tenant).forEach(webhook -> webhook.add(new Fact.Resumed(resumed)));
    }

    private void waitForAWhile() {
        world.scheduler().sleep(Duration.ofMinutes(random.nextInt(5, 150)));
    }

    private void narrow(SimulatedTenant tenant) {
        if (revoked.contains(tenant)) {
            return;
        }
        List<String> some =
                tenant.clinics().subList(0, random.nextInt(1, tenant.clinics().size() + 1));
        List<String> others = tenant.clinics().stream()
                .filter(clinic -> !some.contains(clinic))
                .toList();
        SimulatedKey key = tenant.narrow();
        some.forEach(key.clinics()::isShowing);
        others.forEach(key.clinics()::isHiding);
        operator.untilDone(() -> operator.changes()
                .restrict(tenant.account(), key.id(), Optional.empty(), SimulatedOperator.listed(some)));
        Instant now = world.scheduler().now();
        some.forEach(clinic -> key.clinics().shows(clinic, now));
        others.forEach(clinic -> key.clinics().hides(clinic, now));
        for (WatchedWebhook webhook : narrowWebhooks(tenant)) {
            others.forEach(clinic -> webhook.add(new Fact.Hidden(now, clinic)));
            some.stream().filter(webhook::isHidden).forEach(clinic -> webhook.add(new Fact.Shown(now, clinic)));
        }
    }

    /** Removes a clinic and adds it again: what only keys with a list registered does not see it any more. */
    private void removeClinic(SimulatedTenant tenant) {
        String clinic = tenant.clinics().get(random.nextInt(tenant.clinics().size()));
        List<WatchedKey> keys = List.of(tenant.wide().clinics(), tenant.narrow().clinics());
        keys.forEach(key -> key.isHiding(clinic));
        operator.untilDone(() -> operator.changes().removeClinic(tenant.account(), new ClinicId(clinic)));
        Instant removed = world.scheduler().now();
        keys.forEach(key -> key.hides(clinic, removed));
        webhooks(tenant).forEach(webhook -> webhook.add(new Fact.Hidden(removed, clinic)));
        waitForAWhile();
        List<WatchedWebhook> seeing = webhooks(tenant).stream()
                .filter(webhook -> !narrowWebhooks(tenant).contains(webhook))
                .toList();
        seeing.forEach(webhook -> webhook.add(new Fact.Shown(world.scheduler().now(), clinic)));
        tenant.wide().clinics().isShowing(clinic);
        operator.untilDone(() -> operator.changes().addClinic(tenant.account(), new ClinicId(clinic)));
        Instant added = world.scheduler().now();
        tenant.wide().clinics().shows(clinic, added);
        seeing.forEach(webhook -> webhook.add(new Fact.Shown(added, clinic)));
    }

    private void revoke(SimulatedTenant tenant) {
        boolean withWebhooks = random.nextBoolean();
        revoked.add(tenant);
        Instant asked = world.scheduler().now();
        operator.untilDone(() ->
                operator.changes().revoke(tenant.account(), tenant.narrow().id(), withWebhooks));
        Instant now = world.scheduler().now();
        tenant.narrow().clinics().isRevoked(now);
        ledger.add(tenant.confirmed(tenant.narrow().id().value(), "api_key.revoked", asked, now));
        if (withWebhooks) {
            narrowWebhooks(tenant).stream()
                    .filter(webhook -> !webhook.isDeleted())
                    .forEach(webhook -> webhook.add(new Fact.Disabled(now)));
        }
    }

    private List<WatchedWebhook> narrowWebhooks(SimulatedTenant tenant) {
        return webhooks(tenant).stream()
                .filter(webhook -> webhook.key().equals(tenant.narrow().id().value()))
                .toList();
    }

    private List<WatchedWebhook> webhooks(SimulatedTenant tenant) {
        return ledger.webhooks().stream()
                .filter(webhook -> webhook.account().equals(tenant.account().value()))
                .toList();
    }
}
