package com.scheduleevents.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.certificate.CertificateFacts;
import com.scheduleevents.domain.destination.RoleArn;
import com.scheduleevents.domain.event.EventFilter;
import com.scheduleevents.domain.oauth.OAuthClient;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.ExternalId;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.Failures;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.Health.WaitNotice;
import com.scheduleevents.domain.webhook.PayloadStyle;
import com.scheduleevents.domain.webhook.SealedCertificate;
import com.scheduleevents.domain.webhook.SealedCredentials;
import com.scheduleevents.domain.webhook.SealedHeaders;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookLabels;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.domain.webhook.WebhookStatus;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.domain.webhook.WebhookStore.Exhaustion;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The contract of {@link WebhookStore}. */
public abstract class WebhookStoreContract extends ServiceWritesContract {

    private static final WebhookSettings FILTERED = new WebhookSettings(
            "https://example.com/hook?a=1",
            List.of("offer.created", "offer.expired"),
            Set.of(HARBOUR, new ClinicId("cln_station")),
            Optional.of("Front desk ☎"),
            OptionalInt.of(5),
            Optional.of(EventFilter.parse("{\"provider_id\":[\"prv_1\",\"prv_2\"],\"duration_minutes\":[30]}")),
            PayloadStyle.THIN,
            Optional.of(new SealedHeaders(List.of("X-Key", "X-Tenant"), "k", "ccc")),
            Optional.of(new SealedCredentials(
                    new OAuthClient(
                            "https://auth.example.com/token",
                            "schedule",
                            List.of("events:write"),
                            Optional.of("https://example.com"),
                            OAuthClient.Method.CLIENT_SECRET_POST),
                    "k",
                    "ddd")),
            Optional.of(new SealedCertificate(
                    new CertificateFacts("CN=schedule-events", "CN=Clinic CA", "ab12", NOW.plus(Duration.ofDays(20))),
                    "k",
                    "eee")),
            Optional.empty(),
            true,
            Optional.empty(),
            new WebhookLabels(Optional.of(new ExternalId("front-desk")), Map.of("team", "scheduling", "note", "")));

    @Test
    void findReturnsAWebhookWithAllItsFields() {
        Webhook plain = webhook(Optional.empty(), new Clinics.All());
        Webhook full = new Webhook(
                account,
                WebhookId.mint(NOW, RANDOM),
                new ApiKeyId("key_2"),
                FILTERED,
                new Clinics.Listed(Set.of(HARBOUR)),
                List.of(
                        new SealedSecret(
                                2, "k", "bbb", Optional.of(new SealedSecret.Mark("3f2a91bc", NOW)), Optional.empty()),
                        new SealedSecret(1, "k", "aaa", Optional.empty(), Optional.of(NOW))),
                WebhookStatus.DISABLED,
                3,
                NOW.plusNanos(123),
                Optional.of(NOW),
                Optional.of("https://example.com/hook"),
                7,
                Optional.of(
                        new Origin(Origin.Type.API_KEY, Optional.of(new ApiKeyId("key_3")), Optional.of("r-1"), NOW)),
                Optional.of(new RetriesExhausted(NOW, WHY.event(), NOW, 1, OutcomeClass.DNS, OptionalInt.empty())),
                false,
                Optional.of(NOW.plusMillis(10)),
                new Health(
                        41,
                        new Failures(
                                7,
                                12,
                                Optional.of(NOW),
                                Optional.of(NOW.plusMillis(7)),
                                Optional.of(new LastFailure(OutcomeClass.STATUS, OptionalInt.of(500))),
                                Optional.of(NOW.plusMillis(4)),
                                Optional.of(NOW.plusMillis(8))),
                        Optional.of(NOW.plusMillis(1)),
                        new Circuit.HalfOpen(2, Duration.ofSeconds(80)),
                        Optional.of(NOW.plusMillis(2)),
                        Optional.of(NOW.plusMillis(3)),
                        Optional.of(NOW.plusMillis(6)),
                        true,
                        Optional.of(new RejectedEvent(
                                WHY.event(),
                                NOW,
                                5,
                                new LastFailure(OutcomeClass.DNS, OptionalInt.empty()),
                                NOW.plusMillis(5))),
                        Optional.of(NOW.plusMillis(9)),
                        Optional.of(new WaitNotice(2, NOW.minusMillis(8), NOW.plusMillis(8)))));
        Webhook blind = webhook(Optional.empty(), new Clinics.Listed(Set.of()));
        Webhook less =
                webhook(Optional.empty(), new Clinics.All(Set.of(HARBOUR))).asSuspended(NOW);
        for (Webhook webhook : List.of(plain, full, blind, less)) {
            insert(webhook);
            assertThat(webhooks().find(account, webhook.id())).contains(webhook);
            assertThat(webhooks().find(new AccountId("acc_other"), webhook.id()))
                    .isEmpty();
        }
    }

    @Test
    void updateReplacesTheRoleOfAQueue() {
        Webhook plain = inserted(NOW);
        Webhook first = plain.with(queued("arn:aws:iam::123456789012:role/one"), NOW);
        assertThat(webhooks().update(plain, first)).isTrue();
        assertThat(webhooks().find(account, plain.id())).contains(first);

        Webhook second = first.with(queued("arn:aws:iam::123456789012:role/clinics/two"), NOW.plusMillis(1));
        assertThat(webhooks().update(first, second)).isTrue();
        assertThat(webhooks().find(account, plain.id())).contains(second);
        assertThat(second.urlChangedAt()).contains(NOW.plusMillis(1));
    }

    private static WebhookSettings queued(String role) {
        return new WebhookSettings(
                "https://sqs.eu-central-1.amazonaws.com/123456789012/events",
                List.of("*"),
                Set.of(),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                PayloadStyle.FULL,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(RoleArn.parse(role)),
                false,
                Optional.empty(),
                WebhookLabels.NONE);
    }

    @Test
    void newestFirstListsWebhooksInPages() {
        List<Webhook> made = List.of(inserted(NOW), inserted(NOW.plusMillis(1)), inserted(NOW.plusMillis(2)));
        assertThat(webhooks().newestFirst(account, Optional.empty(), 10)).isEqualTo(made.reversed());
        assertThat(webhooks().newestFirst(account, Optional.empty(), 2))
                .isEqualTo(made.subList(1, 3).reversed());
        assertThat(webhooks().newestFirst(account, Optional.of(made.get(1).id()), 10))
                .containsExactly(made.get(0));
    }

    @Test
    void candidatesAreWebhooksOfTheClinicAndOfAllClinics() {
        Webhook all = webhook(Optional.empty(), new Clinics.All());
        Webhook harbour = webhook(Optional.of(HARBOUR), new Clinics.All());
        Webhook oldtown = webhook(Optional.of(new ClinicId("cln_oldtown")), new Clinics.All());
        List.of(all, harbour, oldtown).forEach(this::insert);
        assertThat(webhooks().candidates(account, HARBOUR).webhooks()).containsExactlyInAnyOrder(all, harbour);
        assertThat(webhooks().candidates(account, new ClinicId("cln_new")).webhooks())
                .containsExactly(all);
        assertThat(webhooks().candidates(account).webhooks()).containsExactlyInAnyOrder(all, harbour, oldtown);
        assertThat(webhooks()
                        .candidates(account, Set.of(HARBOUR, new ClinicId("cln_new")))
                        .webhooks())
                .contains(all, harbour);
        assertThat(webhooks()
                        .candidates(account, Set.of(HARBOUR, new ClinicId("cln_oldtown")))
                        .webhooks())
                .containsExactlyInAnyOrder(all, harbour, oldtown);
        assertThat(webhooks().candidates(new AccountId("acc_other"), HARBOUR).webhooks())
                .isEmpty();
    }

    @Test
    void verifiedStoresTheUrlThatTheWebhookStillHas() {
        Webhook webhook = inserted();
        WebhookSettings other =
                new WebhookSettings("https://example.org/", webhook.types(), Optional.empty(), Optional.empty());
        webhooks().verified(webhook.with(other, NOW));
        assertThat(webhooks().find(account, webhook.id())).contains(webhook);
        webhooks().verified(webhook);
        webhooks().verified(webhook);
        assertThat(webhooks().find(account, webhook.id())).contains(webhook.verified());
    }

    @Test
    void updateReplacesTheVersionItWasMadeFromAndNoOther() {
        Webhook webhook = inserted();
        webhooks().disable(account, webhook.id(), 1, WHY);
        Webhook disabled = webhook.disabled(WHY);
        Webhook changed = disabled.with(
                new WebhookSettings(
                        "https://example.org/", List.of("offer.created"), Optional.of(HARBOUR), Optional.of("x")),
                NOW);
        Webhook plain =
                changed.enabled(Instant.EPOCH).rotated(new SealedSecret(2, "k", "bbb"), NOW, Duration.ofDays(1));

        assertThat(webhooks().update(webhook, webhook.with(changed.settings(), NOW)))
                .isFalse();
        assertThat(webhooks().update(disabled, changed)).isTrue();
        assertThat(webhooks().find(account, webhook.id())).contains(changed);
        assertThat(webhooks().candidates(account, HARBOUR).webhooks()).containsExactly(changed);
        assertThat(webhooks().candidates(account, new ClinicId("cln_oldtown")).webhooks())
                .isEmpty();
        assertThat(webhooks().update(changed, changed.enabled(Instant.EPOCH))).isTrue();
        assertThat(webhooks().find(account, webhook.id())).contains(changed.enabled(Instant.EPOCH));
        assertThat(webhooks().update(changed.enabled(Instant.EPOCH), plain)).isTrue();
        assertThat(webhooks().find(account, webhook.id())).contains(plain);
        Webhook bare = plain.with(webhook.settings(), NOW.plusMillis(1));
        assertThat(webhooks().update(plain, bare)).isTrue();
        assertThat(webhooks().find(account, webhook.id())).contains(bare);
        assertThat(isDue(webhook, DueMail.disabled(1))).isTrue();
    }

    @Test
    void updateMakesAMailDueForAnotherUrlAlone() {
        Webhook webhook = inserted();
        WebhookSettings old = webhook.settings();
        Webhook labelled =
                webhook.with(new WebhookSettings(old.url(), old.types(), Optional.of(HARBOUR), Optional.of("x")), NOW);
        Webhook moved = labelled.with(
                new WebhookSettings("https://example.org/", old.types(), old.clinic(), old.description()),
                NOW.plusMillis(1));

        assertThat(webhooks().update(webhook, labelled)).isTrue();
        assertThat(isDue(webhook, DueMail.urlChanged(2))).isFalse();
        assertThat(webhooks().update(labelled, moved)).isTrue();
        assertThat(isDue(webhook, DueMail.urlChanged(3))).isTrue();
        webhooks().markMailed(account, webhook.id(), DueMail.urlChanged(3), NOW);
        assertThat(webhooks().update(moved, moved.disabled(WHY))).isTrue();
        assertThat(isDue(webhook, DueMail.urlChanged(3))).isFalse();
        assertThat(isDue(webhook, DueMail.urlChanged(4))).isFalse();
    }

    @Test
    void updateAddsAndRemovesFilterClinicsHeadersAndLabels() {
        Webhook webhook = inserted();
        Webhook narrow = webhook.with(FILTERED, NOW);

        assertThat(webhooks().update(webhook, narrow)).isTrue();
        assertThat(webhooks().find(account, webhook.id())).contains(narrow);
        Webhook wide = narrow.with(webhook.settings(), NOW);
        assertThat(webhooks().update(narrow, wide)).isTrue();
        assertThat(webhooks().find(account, webhook.id())).contains(wide);
    }

    @Test
    void deletedWebhookStaysDeleted() {
        Webhook webhook = inserted();
        assertThat(reliable().delete(account, webhook.id(), Instant.now())).isTrue();
        assertThat(webhooks().delete(account, webhook.id(), Instant.now())).isFalse();
        assertThat(webhooks().disable(account, webhook.id(), 1, WHY)).isEqualTo(Exhaustion.NOT_CONCERNED);
        assertThat(webhooks().update(webhook, webhook.disabled(WHY))).isFalse();
        webhooks().markMailed(account, webhook.id(), DueMail.disabled(1), NOW);
        assertThat(isDue(webhook, DueMail.disabled(1))).isFalse();
        assertThat(webhooks().find(account, webhook.id())).isEmpty();
        assertThat(webhooks().newestFirst(account, Optional.empty(), 10)).isEmpty();
    }

    @Test
    void onlyTheVersionThatWasReadIsDeleted() {
        Webhook webhook = inserted();
        Webhook disabled = webhook.disabled(WHY);
        webhooks().update(webhook, disabled);

        assertThat(webhooks().deleteUnchanged(webhook, NOW)).isFalse();
        assertThat(webhooks().find(account, webhook.id())).contains(disabled);
        assertThat(webhooks().deleteUnchanged(disabled, NOW)).isTrue();
        assertThat(webhooks().find(account, webhook.id())).isEmpty();
        assertThat(webhooks().deleteUnchanged(disabled, NOW)).isFalse();
    }
}
