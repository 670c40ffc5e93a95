package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an operator changes of an account, as its receivers and its requests come to feel it. Each test has its own account. */
@RunsOn(Cloud.COMPRESSED)
class AccountStatesTest {

    private static final String ALWAYS_500 = "\"do\":\"status\",\"status\":500";
    private static final String ALWAYS_200 = "\"do\":\"status\",\"status\":200";

    private OperatorCalls operator = new OperatorCalls(Path.of(""));

    @BeforeEach
    void find(Backstage backstage) {
        operator = backstage.operator();
    }

    @Test
    void aSuspendedAccountsEventsAreRecordedAndDeliveredWhenItIsResumed(Backstage backstage, Target target) {
        AccountId account = new AccountId("acc_pausing");
        ClinicId clinic = new ClinicId("cln_pausing");
        Account tenant = new Tenants(backstage, target).open(account, clinic);
        Inbox inbox = Inbox.open(target, tenant, "pausing", List.of("*")).order(ALWAYS_500);
        Rows rows = new Rows(backstage);
        String failing = tenant.record(Changes.cancelled(clinic.value(), "prv_pausing"));
        Patience.await("an attempt").until(() -> !inbox.deliveriesOf(failing).isEmpty());

        assertThat(operator.run("account", "suspend", account.value())).contains("suspended");
        operator.run("account", "suspend", account.value());
        Instant suspended = Instant.now().plusSeconds(1);
        inbox.order(ALWAYS_200);
        IntStream.range(0, 5)
                .forEach(n -> rows.send(
                        "ChangesQueue", """
                        {"account_id":"acc_pausing","event":%s}""".formatted(Changes.cancelled(clinic.value(), "prv_pausing_" + n))));

        Http.Answer refused = tenant.post("/v1/webhooks", hook(target));
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.json().at("/error/code").asText()).isEqualTo("account_suspended");
        Patience.await("all parked").until(() -> rows.parked(inbox.webhook()) == 6);
        Patience.await("every refusal")
                .until(() -> tenant.get("/v1/events").status() == 403
                        && tenant.get("/v1/webhooks").status() == 403);
        assertThat(operator.execute("key", "issue", account.value(), "--all-clinics", "--scope", "events:read")
                        .err())
                .contains("is suspended");
        assertThat(inbox.deliveries()).allMatch(delivery -> delivery.at().isBefore(suspended));

        operator.run("account", "resume", account.value());
        Patience.await("everything").until(() -> inbox.distinct() == 6 && rows.parked(inbox.webhook()) == 0);
        Patience.await("no refusal any more")
                .until(() -> tenant.get("/v1/webhooks/" + inbox.webhook()).status() == 200);
        Patience.await("the end of the hold")
                .until(() -> !tenant.webhook(inbox.webhook()).at("/health/held").asBoolean());
        assertThat(tenant.webhook(inbox.webhook()).path("status").asText()).isEqualTo("active");
    }

    @Test
    void whatIsUnderWayOfAClinicThatIsTakenAwayIsNotSent(Backstage backstage, Target target) {
        AccountId account = new AccountId("acc_shrinking");
        ClinicId kept = new ClinicId("cln_shrinking");
        Account tenant = new Tenants(backstage, target).open(account, kept);
        operator.run("clinic", "add", account.value(), "cln_gone");
        Clinics both = new Clinics.Listed(Set.of(kept, new ClinicId("cln_gone")));
        Account listed = new Tenants(backstage, target).withKey(account, new ApiKeyId("key_shrinking"), both);
        List<Inbox> inboxes = List.of(
                Inbox.open(target, tenant, "shrinking-all", List.of("*")).order(ALWAYS_500),
                Inbox.open(target, listed, "shrinking-listed", List.of("*")).order(ALWAYS_500));
        String gone = tenant.record(Changes.cancelled("cln_gone", "prv_gone"));
        String stays = tenant.record(Changes.cancelled(kept.value(), "prv_stays"));
        Patience.await("attempts").until(() -> inboxes.stream()
                .noneMatch(inbox -> inbox.deliveriesOf(gone).isEmpty()));

        operator.run("clinic", "remove", account.value(), "cln_gone");
        operator.run("clinic", "remove", account.value(), "cln_gone");
        Instant removed = Instant.now().plusSeconds(1);
        inboxes.forEach(inbox -> inbox.order(ALWAYS_200));
        Patience.await("what stays").until(() -> inboxes.stream().allMatch(inbox -> inbox.accepted(stays)));
        Patience.await("the end of the retries")
                .until(() -> Instant.now().isAfter(removed.plus(Cloud.WINDOW.dividedBy(4))));
        assertThat(inboxes).allSatisfy(inbox -> assertThat(inbox.deliveriesOf(gone))
                .allMatch(delivery -> delivery.at().isBefore(removed)));
    }

    @Test
    void aRestrictedKeysWebhooksFollowAndARevokedOnesCanBeDisabled(Backstage backstage, Target target) {
        AccountId account = new AccountId("acc_following");
        ClinicId kept = new ClinicId("cln_following");
        Account owner = new Tenants(backstage, target).open(account, kept);
        operator.run("clinic", "add", account.value(), "cln_withdrawn");
        ApiKeyId key = new ApiKeyId("key_narrowing");
        Account narrowing = new Tenants(backstage, target).withKey(account, key, new Clinics.All());
        Inbox inbox = Inbox.open(target, narrowing, "following", List.of("*"));
        Inbox others = Inbox.open(target, owner, "not-following", List.of("*"));

        operator.run("key", "restrict", account.value(), key.value(), "--clinic", kept.value());
        String withdrawn = owner.record(Changes.cancelled("cln_withdrawn", "prv_withdrawn"));
        String seen = owner.record(Changes.cancelled(kept.value(), "prv_seen"));
        Patience.await("the others").until(() -> others.accepted(withdrawn) && inbox.accepted(seen));
        assertThat(inbox.deliveriesOf(withdrawn)).isEmpty();

        operator.run("key", "revoke", account.value(), key.value(), "--with-webhooks");
        assertThat(owner.webhook(inbox.webhook()).path("disabled_reason").asText())
                .isEqualTo("key_revoked");
        assertThat(owner.webhook(others.webhook()).path("status").asText()).isEqualTo("active");
        assertThat(operator.execute("key", "restrict", account.value(), key.value(), "--all-clinics")
                        .err())
                .contains("was revoked");
    }

    @Test
    void nothingIsSentOrRecordedOfAClosedAccount(Backstage backstage, Target target) {
        target.needs(Power.GATEWAY_RESPONSES);
        AccountId account = new AccountId("acc_closing");
        ClinicId clinic = new ClinicId("cln_closing");
        Account tenant = new Tenants(backstage, target).open(account, clinic);
        Inbox inbox = Inbox.open(target, tenant, "closing", List.of("*")).order(ALWAYS_500);
        String event = tenant.record(Changes.cancelled(clinic.value(), "prv_closing"));
        Patience.await("an attempt").until(() -> !inbox.deliveriesOf(event).isEmpty());

        assertThat(operator.execute("account", "close", account.value()).status())
                .isEqualTo(2);
        String said = operator.run("account", "close", account.value(), "--for-good");
        Instant closed = Instant.now().plusSeconds(1);
        assertThat(said).contains("closed", "removed after");
        assertThat(operator.run("account", "close", account.value(), "--for-good"))
                .isEqualTo(said);
        inbox.order(ALWAYS_200);
        Rows rows = new Rows(backstage);
        String change = """
                {"account_id":"acc_closing","event":%s}""".formatted(Changes.cancelled(clinic.value(), "prv_too_late"));
        rows.send("ChangesQueue", change);

        Patience.await("the dead letter")
                .until(() -> operator.run("dead-letters", "explain", "changes").contains("account_closed"));
        Patience.await("every refusal").until(() -> tenant.get("/v1/events").status() == 401);
        assertThat(operator.execute("account", "open", "--id", account.value(), "--email", "a@b.example", "--name", "N")
                        .err())
                .contains("There is an account acc_closing already");
        assertThat(operator.execute("account", "resume", account.value()).err()).contains("closed for good");
        Patience.await("the end of the retries")
                .until(() -> Instant.now().isAfter(closed.plus(Cloud.WINDOW.dividedBy(4))));
        assertThat(inbox.deliveries()).allMatch(delivery -> delivery.at().isBefore(closed));
    }

    @Test
    void anAccountsOwnerAndNameChange(Backstage backstage, Target target) {
        AccountId account = new AccountId("acc_renaming");
        new Tenants(backstage, target).open(account, new ClinicId("cln_renaming"));
        operator.run("account", "change", account.value(), "--email", "new@owner.example");
        assertThat(operator.run("account", "show", account.value())).contains("new@owner.example", "Account of a test");
        operator.run("account", "change", account.value(), "--name", "New name");
        assertThat(operator.run("account", "show", account.value()))
                .contains("new@owner.example", "New name", "active");
        assertThat(operator.execute("account", "change", account.value()).status())
                .isEqualTo(2);
    }

    private static String hook(Target target) {
        return "{\"url\":\"" + target.receiver().resolve("/hooks/too-late") + "\",\"types\":[\"*\"]}";
    }
}
