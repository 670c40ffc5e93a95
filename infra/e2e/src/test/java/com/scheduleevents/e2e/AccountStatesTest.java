package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.e2e.ReceiverInbox.InboxDelivery;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests how an operator's changes of an account affect its requests and deliveries. Each test has its own account. */
@RequiresCapability(SharedClouds.COMPRESSED)
class AccountStatesTest {

    private static final String ALWAYS_500 = "\"do\":\"status\",\"status\":500";
    private static final String ALWAYS_200 = "\"do\":\"status\",\"status\":200";

    private OperatorCalls operator = new OperatorCalls(Path.of(""));

    @BeforeEach
    void find(StackAccess stack) {
        operator = stack.operator();
    }

    @Test
    void suspendedAccountGetsItsEventsWhenResumed(StackAccess stack, Target target) {
        AccountId account = new AccountId("acc_pausing");
        ClinicId clinic = new ClinicId("cln_pausing");
        ApiClientAccount tenant = new TenantOperations(stack, target).open(account, clinic);
        ReceiverInbox inbox =
                ReceiverInbox.open(target, tenant, "pausing", List.of("*")).order(ALWAYS_500);
        StackState rows = new StackState(stack);
        String failing = tenant.record(ChangeSamples.cancelled(clinic.value(), "prv_pausing"));
        Await.await("an attempt").until(() -> !inbox.deliveriesOf(failing).isEmpty());

        assertThat(operator.run("account", "suspend", account.value())).contains("suspended");
        operator.run("account", "suspend", account.value());
        IntStream.range(0, 5)
                .forEach(n -> rows.send(
                        "ChangesQueue", """
                        {"account_id":"acc_pausing","event":%s}""".formatted(ChangeSamples.cancelled(clinic.value(), "prv_pausing_" + n))));

        HttpsResponse refused = tenant.post("/v1/webhooks", hook(target));
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.json().at("/error/code").asText()).isEqualTo("account_suspended");
        Await.await("every delivery in the backlog").until(() -> rows.backlog(inbox.webhook()) == 6);
        Await.await("every request rejected")
                .until(() -> tenant.get("/v1/events").status() == 403
                        && tenant.get("/v1/webhooks").status() == 403);
        assertThat(operator.execute("key", "issue", account.value(), "--all-clinics", "--scope", "events:read")
                        .err())
                .contains("is suspended");
        assertThat(inbox.deliveries()).extracting(InboxDelivery::event).containsOnly(failing);

        inbox.order(ALWAYS_200);
        operator.run("account", "resume", account.value());
        Await.await("everything").until(() -> inbox.distinct() == 6 && rows.backlog(inbox.webhook()) == 0);
        Await.await("requests accepted again")
                .until(() -> tenant.get("/v1/webhooks/" + inbox.webhook()).status() == 200);
        Await.await("the circuit closed").until(() -> tenant.webhook(inbox.webhook())
                .at("/health/circuit")
                .asText()
                .equals("closed"));
        assertThat(tenant.webhook(inbox.webhook()).path("status").asText()).isEqualTo("active");
    }

    @Test
    void deliveriesOfARemovedClinicAreNotSent(StackAccess stack, Target target) {
        AccountId account = new AccountId("acc_shrinking");
        ClinicId kept = new ClinicId("cln_shrinking");
        ApiClientAccount tenant = new TenantOperations(stack, target).open(account, kept);
        operator.run("clinic", "add", account.value(), "cln_gone");
        Clinics both = new Clinics.Listed(Set.of(kept, new ClinicId("cln_gone")));
        ApiClientAccount listed =
                new TenantOperations(stack, target).withKey(account, new ApiKeyId("key_shrinking"), both);
        List<ReceiverInbox> inboxes = List.of(
                ReceiverInbox.open(target, tenant, "shrinking-all", List.of("*"))
                        .order(ALWAYS_500),
                ReceiverInbox.open(target, listed, "shrinking-listed", List.of("*"))
                        .order(ALWAYS_500));
        String gone = tenant.record(ChangeSamples.cancelled("cln_gone", "prv_gone"));
        String stays = tenant.record(ChangeSamples.cancelled(kept.value(), "prv_stays"));
        Await.await("attempts").until(() -> inboxes.stream()
                .noneMatch(inbox -> inbox.deliveriesOf(gone).isEmpty()));

        operator.run("clinic", "remove", account.value(), "cln_gone");
        operator.run("clinic", "remove", account.value(), "cln_gone");
        List<Integer> before =
                inboxes.stream().map(inbox -> inbox.deliveriesOf(gone).size()).toList();
        inboxes.forEach(inbox -> inbox.order(ALWAYS_200));
        Await.await("the delivery of the other event")
                .until(() -> inboxes.stream().allMatch(inbox -> inbox.accepted(stays)));
        for (int i = 0; i < before.size(); i++) {
            assertAtMostOneMore(before.get(i), inboxes.get(i), gone);
        }
    }

    @Test
    void webhooksFollowTheRestrictionAndRevocationOfTheirKey(StackAccess stack, Target target) {
        AccountId account = new AccountId("acc_following");
        ClinicId kept = new ClinicId("cln_following");
        ApiClientAccount owner = new TenantOperations(stack, target).open(account, kept);
        operator.run("clinic", "add", account.value(), "cln_withdrawn");
        ApiKeyId key = new ApiKeyId("key_narrowing");
        ApiClientAccount narrowing = new TenantOperations(stack, target).withKey(account, key, new Clinics.All());
        ReceiverInbox inbox = ReceiverInbox.open(target, narrowing, "following", List.of("*"));
        ReceiverInbox others = ReceiverInbox.open(target, owner, "not-following", List.of("*"));

        operator.run("key", "restrict", account.value(), key.value(), "--clinic", kept.value());
        String withdrawn = owner.record(ChangeSamples.cancelled("cln_withdrawn", "prv_withdrawn"));
        String seen = owner.record(ChangeSamples.cancelled(kept.value(), "prv_seen"));
        Await.await("the other deliveries").until(() -> others.accepted(withdrawn) && inbox.accepted(seen));
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
    void closedAccountNeitherRecordsNorDelivers(StackAccess stack, Target target) {
        target.needs(Capability.GATEWAY_RESPONSES);
        AccountId account = new AccountId("acc_closing");
        ClinicId clinic = new ClinicId("cln_closing");
        ApiClientAccount tenant = new TenantOperations(stack, target).open(account, clinic);
        ReceiverInbox inbox =
                ReceiverInbox.open(target, tenant, "closing", List.of("*")).order(ALWAYS_500);
        String event = tenant.record(ChangeSamples.cancelled(clinic.value(), "prv_closing"));
        Await.await("an attempt").until(() -> !inbox.deliveriesOf(event).isEmpty());

        assertThat(operator.execute("account", "close", account.value()).status())
                .isEqualTo(2);
        String said = operator.run("account", "close", account.value(), "--for-good");
        int before = inbox.deliveriesOf(event).size();
        assertThat(said).contains("closed", "removed after");
        assertThat(operator.run("account", "close", account.value(), "--for-good"))
                .isEqualTo(said);
        inbox.order(ALWAYS_200);
        StackState rows = new StackState(stack);
        String change = """
                {"account_id":"acc_closing","event":%s}""".formatted(ChangeSamples.cancelled(clinic.value(), "prv_too_late"));
        rows.send("ChangesQueue", change);

        Await.await("the dead-letter message")
                .until(() -> operator.run("dead-letters", "explain", "changes").contains("account_closed"));
        Await.await("every request rejected")
                .until(() -> tenant.get("/v1/events").status() == 401);
        assertThat(operator.execute("account", "open", "--id", account.value(), "--email", "a@b.example", "--name", "N")
                        .err())
                .contains("There is an account acc_closing already");
        assertThat(operator.execute("account", "resume", account.value()).err()).contains("closed permanently");
        assertAtMostOneMore(before, inbox, event);
        assertThat(inbox.deliveries()).extracting(InboxDelivery::event).containsOnly(event);
    }

    @Test
    void ownerAndNameOfAnAccountCanBeChanged(StackAccess stack, Target target) {
        AccountId account = new AccountId("acc_renaming");
        new TenantOperations(stack, target).open(account, new ClinicId("cln_renaming"));
        operator.run("account", "change", account.value(), "--email", "new@owner.example");
        assertThat(operator.run("account", "show", account.value())).contains("new@owner.example", "Account of a test");
        operator.run("account", "change", account.value(), "--name", "New name");
        assertThat(operator.run("account", "show", account.value()))
                .contains("new@owner.example", "New name", "active");
        assertThat(operator.execute("account", "change", account.value()).status())
                .isEqualTo(2);
    }

    /** The attempt that a sender had begun when the operator's command ended may still arrive, but none after it. */
    private static void assertAtMostOneMore(int before, ReceiverInbox inbox, String event) {
        assertThat(inbox.deliveriesOf(event)).hasSizeLessThanOrEqualTo(before + 1);
    }

    private static String hook(Target target) {
        return "{\"url\":\"" + target.receiver().resolve("/hooks/too-late") + "\",\"types\":[\"*\"]}";
    }
}
