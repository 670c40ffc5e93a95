package com.scheduleevents.operator.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.domain.account.AccountState;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Registrant;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookStatus;
import com.scheduleevents.testkit.aws.LocalTables;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Tests what changes with an account, and that repeating a command completes one that was killed before any of its writes, or
 * after the last. One that was killed at a read leaves the same rows as one that was killed at its next write.
 */
class TenantChangesTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final ClinicId NORTH = Tenant.NORTH;
    private static final ClinicId SOUTH = Tenant.SOUTH;

    private static final Set<String> READS = Set.of("GetItem", "BatchGetItem", "Query", "Scan");

    /** A command of the operator, on a tenant. */
    @FunctionalInterface
    private interface Command {
        void run(Tenant tenant, TenantChanges changes);
    }

    private static final Command RESTRICT = (tenant, changes) -> changes.restrict(
            tenant.account, tenant.all, Optional.of(Set.of(Scope.EVENTS_READ)), new Clinics.Listed(Set.of(NORTH)));
    private static final Command WIDEN =
            (tenant, changes) -> changes.restrict(tenant.account, tenant.listed, Optional.empty(), new Clinics.All());
    private static final Command REMOVE = (tenant, changes) -> changes.removeClinic(tenant.account, NORTH);
    private static final Command ADD = (tenant, changes) -> changes.addClinic(tenant.account, NORTH);
    private static final Command REVOKE = (tenant, changes) -> changes.revoke(tenant.account, tenant.all, true);
    private static final Command SUSPEND = (tenant, changes) -> changes.suspend(tenant.account);
    private static final Command RESUME = (tenant, changes) -> changes.resume(tenant.account);
    private static final Command CLOSE = (tenant, changes) -> changes.close(tenant.account);
    private static final Command NOTHING = (_, _) -> {};

    /** The commands that run first, and the command that is killed. */
    private record Killed(String name, Command before, Command command) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Killed> commands() {
        return Stream.of(
                new Killed("restrict", NOTHING, RESTRICT),
                new Killed("widen", REMOVE, WIDEN),
                new Killed("remove", NOTHING, REMOVE),
                new Killed("add", REMOVE, ADD),
                new Killed("revoke", NOTHING, REVOKE),
                new Killed("suspend", NOTHING, SUSPEND),
                new Killed("resume", SUSPEND, RESUME),
                new Killed("close", NOTHING, CLOSE),
                new Killed("close while suspended", SUSPEND, CLOSE));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void repeatFinishesACommandKilledAtAnyWrite(Killed killed) {
        Tenant tenant = new Tenant(TABLES);
        TenantChanges changes = tenant.changes(TABLES.dynamoDb());
        killed.before().run(tenant, changes);
        String before = tenant.seen();
        // A process leaves the rows that are there when it dies, so these are taken before each write, and after the
        // last.
        List<Map<String, List<Map<String, AttributeValue>>>> left = new ArrayList<>();
        TenantChanges observed = tenant.changes(TABLES.watched(operation -> {
            if (!READS.contains(operation)) {
                left.add(tenant.rows());
            }
        }));
        killed.command().run(tenant, observed);
        var complete = tenant.rows();
        left.add(complete);
        var state = tenant.state();
        assertThat(tenant.seen()).isNotEqualTo(before);
        assertThat(left).hasSizeGreaterThan(3);
        tenant.write(tenant.restoring(left.getFirst(), complete));
        assertThat(tenant.seen()).isEqualTo(before);

        for (int writes = 0; writes < left.size(); writes++) {
            tenant.write(tenant.restoring(left.get(writes), complete));
            killed.command().run(tenant, changes);
            assertThat(tenant.state()).as("killed after %s writes", writes).isEqualTo(state);
        }
    }

    @Test
    void webhooksSeeWhatTheirKeySees() {
        Tenant tenant = new Tenant(TABLES);
        RESTRICT.run(tenant, tenant.changes(TABLES.dynamoDb()));
        assertThat(tenant.webhook(tenant.ofAll).visible()).isEqualTo(new Clinics.Listed(Set.of(NORTH)));
        assertThat(tenant.webhook(tenant.ofListed).visible()).isEqualTo(new Clinics.Listed(Set.of(NORTH, SOUTH)));

        REMOVE.run(tenant, tenant.changes(TABLES.dynamoDb()));
        assertThat(tenant.webhook(tenant.ofAll).visible()).isEqualTo(new Clinics.Listed(Set.of()));
        assertThat(tenant.webhook(tenant.ofListed).visible()).isEqualTo(new Clinics.Listed(Set.of(SOUTH)));
        assertThat(tenant.webhook(tenant.ofAll).isActive()).isTrue();

        WIDEN.run(tenant, tenant.changes(TABLES.dynamoDb()));
        assertThat(tenant.webhook(tenant.ofListed).visible()).isEqualTo(new Clinics.All(Set.of(NORTH)));
        assertThat(tenant.registrant(tenant.listed).clinics()).isEqualTo(new Clinics.All(Set.of(NORTH)));

        ADD.run(tenant, tenant.changes(TABLES.dynamoDb()));
        assertThat(tenant.webhook(tenant.ofListed).visible()).isEqualTo(new Clinics.All());
        assertThat(tenant.webhook(tenant.ofAll).visible()).isEqualTo(new Clinics.Listed(Set.of()));
    }

    @Test
    void revocationDisablesTheWebhooksOfTheKeyOnlyWhenRequested() {
        Tenant tenant = new Tenant(TABLES);
        TenantChanges changes = tenant.changes(TABLES.dynamoDb());
        assertThat(changes.revoke(tenant.account, tenant.listed, false)).isTrue();
        assertThat(tenant.webhook(tenant.ofListed).isActive()).isTrue();
        assertThat(changes.restrict(tenant.account, tenant.listed, Optional.empty(), new Clinics.All()))
                .isFalse();

        REVOKE.run(tenant, changes);
        assertThat(tenant.webhook(tenant.ofAll).disabling())
                .hasValueSatisfying(why -> assertThat(why.reason()).isEqualTo("key_revoked"));
        assertThat(tenant.webhook(tenant.ofListed).isActive()).isTrue();
        assertThat(tenant.accounts.registrant(tenant.account, tenant.all)).isEmpty();
    }

    /** The key has read the webhook to enable it again, and writes when the revocation is over. */
    @Test
    void changeThatARevokedKeyHasBegunFails() {
        Tenant tenant = new Tenant(TABLES);
        Webhook off = tenant.webhooks().stream()
                .filter(webhook -> webhook.key().equals(tenant.all) && !webhook.isActive())
                .findFirst()
                .orElseThrow();

        REVOKE.run(tenant, tenant.changes(TABLES.dynamoDb()));

        assertThat(new DynamoWebhooks(TABLES.dynamoDb(), TABLES.named("WebhooksTable"))
                        .update(off, off.enabled(Instant.EPOCH)))
                .isFalse();
        assertThat(tenant.webhook(off.id()).disabling()).isEqualTo(off.disabling());
    }

    @Test
    void revocationTakesIssuedKeysAlongEvenThroughOneThatIsRevokedAlready() {
        Tenant tenant = new Tenant(TABLES);
        TenantChanges changes = tenant.changes(TABLES.dynamoDb());
        ApiKeyId child = tenant.issuedBy(tenant.all);
        ApiKeyId grandchild = tenant.issuedBy(child);
        assertThat(changes.revoke(tenant.account, child, false)).isTrue();
        assertThat(changes.revoke(tenant.account, tenant.all, false)).isTrue();

        assertThat(changes.revokeIssued(tenant.account, tenant.all, true)).containsExactly(grandchild);

        assertThat(tenant.accounts.registrant(tenant.account, grandchild)).isEmpty();
        assertThat(tenant.accounts.registrant(tenant.account, tenant.listed)).isPresent();
        assertThat(tenant.webhooks())
                .filteredOn(Webhook::isActive)
                .allMatch(webhook -> webhook.key().equals(tenant.listed))
                .hasSize(2);
    }

    @Test
    void suspensionMarksKeysAndWebhooksUntilTheAccountIsResumed() {
        Tenant tenant = new Tenant(TABLES);
        SUSPEND.run(tenant, tenant.changes(TABLES.dynamoDb()));
        assertThat(tenant.accounts.state(tenant.account)).contains(AccountState.SUSPENDED);
        assertThat(tenant.flags()).containsOnly(true);
        assertThat(tenant.webhooks()).allMatch(Webhook::suspended);
        assertThat(tenant.accounts.hasClinic(tenant.account, NORTH)).isTrue();

        RESUME.run(tenant, tenant.changes(TABLES.dynamoDb()));
        assertThat(tenant.accounts.state(tenant.account)).contains(AccountState.ACTIVE);
        assertThat(tenant.flags()).containsOnly(false);
        assertThat(tenant.webhooks()).noneMatch(Webhook::suspended);
        // An active webhook may have a backlog; a disabled one has none.
        assertThat(tenant.webhooks())
                .allMatch(webhook -> webhook.health().isCircuitOpen() == (webhook.status() == WebhookStatus.ACTIVE));
    }

    @Test
    void closedAccountIsEmptyAndItsRowsExpireTogether() {
        Tenant tenant = new Tenant(TABLES);
        TenantChanges changes = tenant.changes(TABLES.dynamoDb());
        var end = changes.close(tenant.account);
        assertThat(end).isEqualTo(changes.close(tenant.account)).isPresent();
        assertThat(tenant.accounts.state(tenant.account)).contains(AccountState.CLOSED);
        assertThat(tenant.flags()).isEmpty();
        assertThat(tenant.webhooks()).isEmpty();
        assertThat(tenant.accounts.hasClinic(tenant.account, NORTH)).isFalse();
        assertThat(tenant.accounts.clinicsAmong(tenant.account, Set.of(NORTH))).isEmpty();
        assertThat(tenant.rows().values().stream()
                        .flatMap(List::stream)
                        .map(row -> row.get("expires_at"))
                        .distinct())
                .hasSize(1);

        Map<String, Boolean> refused = Map.of(
                "resume", changes.resume(tenant.account),
                "suspend", changes.suspend(tenant.account),
                "add", changes.addClinic(tenant.account, NORTH),
                "remove", changes.removeClinic(tenant.account, NORTH));
        assertThat(refused).doesNotContainValue(true);
    }

    static Stream<Command> conflicting() {
        return Stream.of(
                (tenant, changes) -> changes.restrict(tenant.account, tenant.all, Optional.empty(), new Clinics.All()),
                SUSPEND,
                CLOSE);
    }

    @ParameterizedTest
    @MethodSource("conflicting")
    void registrantReadBeforeAChangeRegistersNothing(Command command) {
        Tenant tenant = new Tenant(TABLES);
        Registrant read = tenant.registrant(tenant.all);
        command.run(tenant, tenant.changes(TABLES.dynamoDb()));
        int registered = tenant.webhooks().size();

        for (Registrant by : List.of(read, read.withRoomFor(1_000))) {
            Webhook webhook = tenant.webhook(tenant.all, Optional.empty(), new Clinics.All());
            assertThat(tenant.registrations().register(webhook, by)).isFalse();
        }
        assertThat(tenant.webhooks()).hasSize(registered);
        boolean active = tenant.accounts.state(tenant.account).orElseThrow() == AccountState.ACTIVE;
        Webhook webhook = tenant.webhook(tenant.all, Optional.empty(), new Clinics.All());
        assertThat(tenant.accounts.registrant(tenant.account, tenant.all).filter(by -> tenant.registrations()
                        .register(webhook, by)))
                .matches(done -> done.isPresent() == active);
    }
}
