package com.scheduleevents.aws.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.scheduleevents.aws.Tables;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookStatus;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DynamoWebhooksTest {

    @RegisterExtension
    static final Tables TABLES = new Tables();

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final ClinicId HARBOUR = new ClinicId("cln_harbour");
    private static final Random RANDOM = new Random();
    private static final Disabling WHY = new Disabling(
            NOW, EventId.mint(NOW, RANDOM), NOW.minusSeconds(86_400), 11, OutcomeClass.STATUS, OptionalInt.of(503));

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
    private final WebhookStore webhooks = new DynamoWebhooks(TABLES.dynamoDb(), TABLES.named("WebhooksTable"));
    private final WebhookStore losing = new DynamoWebhooks(TABLES.losingAnswers(), TABLES.named("WebhooksTable"));

    @Test
    void whatIsRegisteredIsFoundWhole() {
        Webhook plain = webhook(Optional.empty(), new Clinics.All());
        Webhook full = new Webhook(
                account,
                WebhookId.mint(NOW, RANDOM),
                "https://example.com/hook?a=1",
                List.of("offer.created", "offer.expired"),
                Optional.of(HARBOUR),
                Optional.of("Front desk ☎"),
                new Clinics.Listed(Set.of(HARBOUR)),
                List.of(new SealedSecret(2, "k", "bbb"), new SealedSecret(1, "k", "aaa")),
                WebhookStatus.DISABLED,
                3,
                NOW.plusNanos(123),
                Optional.of(new Disabling(NOW, WHY.event(), NOW, 1, OutcomeClass.DNS, OptionalInt.empty())));
        Webhook blind = webhook(Optional.empty(), new Clinics.Listed(Set.of()));
        for (Webhook webhook : List.of(plain, full, blind)) {
            webhooks.insert(webhook);
            assertThat(webhooks.find(account, webhook.id())).contains(webhook);
            assertThat(webhooks.find(new AccountId("acc_other"), webhook.id())).isEmpty();
        }
    }

    @Test
    void aRegistrationIsHarmlessToRepeatAndReplacesNothing() {
        Webhook webhook = inserted();
        webhooks.insert(webhook);
        Webhook other = new Webhook(
                account,
                webhook.id(),
                webhook.url(),
                webhook.types(),
                webhook.clinic(),
                webhook.description(),
                webhook.visible(),
                List.of(new SealedSecret(1, "k", "other")),
                webhook.status(),
                webhook.term(),
                webhook.createdAt(),
                webhook.disabling());
        assertThatIllegalStateException().isThrownBy(() -> webhooks.insert(other));
        assertThat(webhooks.find(account, webhook.id())).contains(webhook);
    }

    @Test
    void webhooksAreListedNewestFirst() {
        List<Webhook> made = List.of(inserted(NOW), inserted(NOW.plusMillis(1)), inserted(NOW.plusMillis(2)));
        assertThat(webhooks.newestFirst(account, Optional.empty(), 10)).isEqualTo(made.reversed());
        assertThat(webhooks.newestFirst(account, Optional.empty(), 2))
                .isEqualTo(made.subList(1, 3).reversed());
        assertThat(webhooks.newestFirst(account, Optional.of(made.get(1).id()), 10))
                .containsExactly(made.get(0));
    }

    @Test
    void anEventsWebhooksAreThoseOfItsClinicAndThoseOfNone() {
        Webhook all = webhook(Optional.empty(), new Clinics.All());
        Webhook harbour = webhook(Optional.of(HARBOUR), new Clinics.All());
        Webhook oldtown = webhook(Optional.of(new ClinicId("cln_oldtown")), new Clinics.All());
        List.of(all, harbour, oldtown).forEach(webhooks::insert);
        assertThat(webhooks.watching(account, HARBOUR)).containsExactlyInAnyOrder(all, harbour);
        assertThat(webhooks.watching(account, new ClinicId("cln_new"))).containsExactly(all);
        assertThat(webhooks.watching(new AccountId("acc_other"), HARBOUR)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void disablingHappensOnceAndMakesOneMailDue(boolean answersAreLost) {
        WebhookStore store = answersAreLost ? losing : webhooks;
        Webhook webhook = inserted();
        DueMail mail = DueMail.disabled(1);
        assertThat(store.disable(account, webhook.id(), 2, WHY)).isFalse();
        assertThat(store.disable(account, webhook.id(), 1, WHY)).isTrue();
        Disabling another =
                new Disabling(NOW.plusSeconds(1), WHY.event(), NOW, 11, OutcomeClass.DNS, OptionalInt.empty());
        assertThat(store.disable(account, webhook.id(), 1, another)).isFalse();
        assertThat(store.find(account, webhook.id()).flatMap(Webhook::disabling))
                .contains(WHY);
        assertThat(store.isDue(account, webhook.id(), mail)).isTrue();
        assertThat(store.isDue(account, webhook.id(), DueMail.disabled(2))).isFalse();
        store.markMailed(account, webhook.id(), mail);
        store.markMailed(account, webhook.id(), mail);
        assertThat(store.isDue(account, webhook.id(), mail)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void enablingBeginsOneNewTerm(boolean answersAreLost) {
        WebhookStore store = answersAreLost ? losing : webhooks;
        Webhook webhook = inserted();
        webhooks.disable(account, webhook.id(), 1, WHY);
        Webhook enabled = store.enable(account, webhook.id()).orElseThrow();
        assertThat(enabled.isActive()).isTrue();
        assertThat(enabled.term()).isEqualTo(2);
        assertThat(enabled.disabling()).isEmpty();
        assertThat(store.enable(account, webhook.id())).contains(enabled);
        assertThat(webhooks.isDue(account, webhook.id(), DueMail.disabled(1))).isTrue();
    }

    @Test
    void nothingBringsADeletedWebhookBack() {
        Webhook webhook = inserted();
        assertThat(webhooks.delete(account, webhook.id())).isTrue();
        assertThat(webhooks.delete(account, webhook.id())).isFalse();
        assertThat(webhooks.disable(account, webhook.id(), 1, WHY)).isFalse();
        assertThat(webhooks.enable(account, webhook.id())).isEmpty();
        webhooks.markMailed(account, webhook.id(), DueMail.disabled(1));
        assertThat(webhooks.isDue(account, webhook.id(), DueMail.disabled(1))).isFalse();
        assertThat(webhooks.find(account, webhook.id())).isEmpty();
        assertThat(webhooks.newestFirst(account, Optional.empty(), 10)).isEmpty();
    }

    @Test
    void aLostAnswerIsNoConflict() {
        Webhook webhook = webhook(Optional.empty(), new Clinics.All());
        losing.insert(webhook);
        assertThat(webhooks.find(account, webhook.id())).contains(webhook);
    }

    private Webhook inserted() {
        return inserted(NOW);
    }

    private Webhook inserted(Instant at) {
        Webhook webhook = webhook(at, Optional.empty(), new Clinics.All());
        webhooks.insert(webhook);
        return webhook;
    }

    private Webhook webhook(Optional<ClinicId> clinic, Clinics visible) {
        return webhook(NOW, clinic, visible);
    }

    private Webhook webhook(Instant at, Optional<ClinicId> clinic, Clinics visible) {
        return new Webhook(
                account,
                WebhookId.mint(at, RANDOM),
                "https://example.com/",
                List.of(Webhook.ALL_TYPES),
                clinic,
                Optional.empty(),
                visible,
                List.of(new SealedSecret(1, "k", "aaa")),
                WebhookStatus.ACTIVE,
                Webhook.FIRST_TERM,
                at,
                Optional.empty());
    }
}
