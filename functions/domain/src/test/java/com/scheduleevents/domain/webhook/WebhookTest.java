package com.scheduleevents.domain.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.destination.RoleArn;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventFilter;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Webhook.Mismatch;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WebhookTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final WebhookSettings SETTINGS =
            new WebhookSettings("https://example.com/", List.of("*"), Optional.empty(), Optional.empty());
    private static final Webhook NEW = Webhook.registered(
            new AccountId("acc_1"),
            new WebhookId("whk_1"),
            new ApiKeyId("key_1"),
            SETTINGS,
            new Clinics.All(),
            secret(1),
            NOW);

    private static final Webhook PULLED = Webhook.registered(
            NEW.account(),
            NEW.id(),
            new ApiKeyId("key_1"),
            new WebhookSettings(WebhookSettings.PULLED, List.of("*"), Optional.empty(), Optional.empty()),
            new Clinics.All(),
            secret(1),
            NOW);

    @Test
    void hostIsThatOfTheUrlOrOfTheServiceThatHasTheDestination() {
        assertThat(NEW.host()).contains("example.com");
        assertThat(PULLED.host()).isEmpty();
        assertThat(NEW.with(inAws("https://sqs.eu-central-1.amazonaws.com/123456789012/q"), NOW)
                        .host())
                .contains("sqs.eu-central-1.amazonaws.com");
        assertThat(NEW.with(inAws("arn:aws-cn:events:cn-north-1:123456789012:event-bus/b"), NOW)
                        .host())
                .contains("events.cn-north-1.amazonaws.com.cn");
    }

    private static WebhookSettings inAws(String address) {
        return new WebhookSettings(
                address,
                SETTINGS.types(),
                Set.of(),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                PayloadStyle.FULL,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(RoleArn.parse("arn:aws:iam::123456789012:role/r")),
                false,
                Optional.empty(),
                WebhookLabels.NONE);
    }

    @ParameterizedTest(name = "url changed {0}, attempted first {1}: the same url since: {2}")
    @CsvSource({
        "                    , 2026-11-21T12:00:00Z,     true",
        "2026-11-21T12:00:00Z, 2026-11-21T12:00:00.001Z, true",
        "2026-11-21T12:00:00Z, 2026-11-21T12:00:00.0009Z, false",
        "2026-11-21T12:00:00Z, 2026-11-21T12:00:00Z,     false",
        "2026-11-21T12:00:00Z, 2026-11-21T11:59:59Z,     false",
    })
    void aUrlIsTheSameUnlessItChangedSince(Instant changed, Instant attempted, boolean same) {
        Webhook webhook = changed == null ? NEW : NEW.with(elsewhere(), changed);

        assertThat(webhook.hasSameUrlSince(attempted)).isEqualTo(same);
    }

    @Test
    void onlyAnotherUrlCountsAsAChangeOfIt() {
        WebhookSettings labelled =
                new WebhookSettings(SETTINGS.url(), SETTINGS.types(), Optional.empty(), Optional.of("x"));

        assertThat(NEW.with(labelled, NOW).urlChangedAt()).isEmpty();
        assertThat(NEW.with(elsewhere(), NOW).urlChangedAt()).contains(NOW);
        assertThat(NEW.with(elsewhere(), NOW).with(labelled, NOW.plusSeconds(1)).urlChangedAt())
                .contains(NOW.plusSeconds(1));
    }

    @Test
    void whatCanBeSeenOfItIsCounted() {
        Disabling why = new Disabling.Requested(NOW);

        assertThat(NEW.with(SETTINGS, NOW)).isSameAs(NEW);
        assertThat(NEW.enabled(NOW)).isSameAs(NEW);
        assertThat(NEW.with(elsewhere(), NOW).version()).isEqualTo(2);
        assertThat(NEW.disabled(why).version()).isEqualTo(2);
        assertThat(NEW.disabled(why).disabled(new Disabling.Requested(NOW.plusSeconds(1))))
                .isEqualTo(NEW.disabled(why));
        assertThat(NEW.disabled(why).enabled(NOW).version()).isEqualTo(3);
        assertThat(NEW.rotated(secret(2), NOW, Duration.ZERO).version()).isEqualTo(2);
    }

    @ParameterizedTest(name = "of a key with {0}, for one clinic: {1}; seen by a key with {2}: {3}")
    @CsvSource({
        "all,          , all,         true",
        "all,          , north south, false",
        "all,     north, north,       true",
        "all,     north, south,       false",
        "north,        , all,         true",
        "north,        , north south, true",
        "north,        , south,       false",
        "none,         , all,         true",
        "none,         , north,       false",
        "none,         , none,        false",
    })
    void aKeySeesItThatSeesAllThatItGetsAndWhatGetsNothingTakesAKeyWithAll(
            String registrant, String only, String seeing, boolean seen) {
        WebhookSettings settings = new WebhookSettings(
                SETTINGS.url(), SETTINGS.types(), Optional.ofNullable(only).map(WebhookTest::clinic), Optional.empty());

        assertThat(NEW.with(settings, NOW).seeing(clinics(registrant), NOW).isSeenBy(clinics(seeing)))
                .isEqualTo(seen);
    }

    @Test
    void enablingBeginsANewTermAndForgetsWhyItWasDisabled() {
        Webhook enabled = NEW.disabled(new Disabling.Requested(NOW)).enabled(NOW);

        assertThat(enabled.generation()).isEqualTo(NEW.generation() + 1);
        assertThat(enabled.disabling()).isEmpty();
        assertThat(enabled.isActive()).isTrue();
    }

    /** It finds how long deliveries have waited; without one, they would expire untold. */
    @ParameterizedTest(name = "pulled {0}, account suspended {1}: {2}")
    @CsvSource({"false, false, false", "false, true, true", "true, false, true", "true, true, true"})
    void enablingMakesALookDueWhereNothingIsSent(boolean pulled, boolean suspended, boolean due) {
        Webhook disabled = (pulled ? PULLED : NEW).disabled(new Disabling.Requested(NOW));
        assertThat(disabled.health().dueAt()).isEmpty();

        Health enabled =
                (suspended ? disabled.asSuspended(NOW) : disabled).enabled(NOW).health();

        assertThat(enabled.dueAt().isPresent()).isEqualTo(due);
        assertThat(enabled.circuit() instanceof Circuit.Pulled).isEqualTo(pulled && !suspended);
    }

    /** Nobody looks at what is disabled, so what is due would be due for ever. */
    @Test
    void changeOfUrlMakesALookDueUnlessItIsDisabled() {
        Instant later = NOW.plusSeconds(1);
        Webhook disabled = NEW.disabled(new Disabling.Requested(NOW));

        assertThat(NEW.asSuspended(NOW).with(elsewhere(), later).health().dueAt())
                .contains(later);
        assertThat(disabled.with(elsewhere(), later).health().dueAt()).isEmpty();
        assertThat(disabled.asSuspended(NOW).with(elsewhere(), later).health().dueAt())
                .isEmpty();
    }

    @Test
    void revokingItsKeyDisablesItAndKeepsAnEarlierReason() {
        Disabling earlier = new Disabling.Requested(NOW);

        assertThat(NEW.keyRevoked(NOW).disabling()).contains(new Disabling.KeyRevoked(NOW));
        assertThat(NEW.disabled(earlier).keyRevoked(NOW).disabling()).contains(earlier);
        assertThat(NEW.disabled(earlier).keyRevoked(NOW).version())
                .as("a change that the key has begun fails")
                .isEqualTo(3);
    }

    @Test
    void versionSaysWhoMadeItAndTheNextOneSaysNothingOfThem() {
        Origin author = Origin.service(NOW);
        Webhook made = NEW.by(author);

        assertThat(made.with(Health.UNKNOWN.withSlow(true)).origin()).contains(author);
        assertThat(made.disabled(new Disabling.Requested(NOW)).origin()).isEmpty();
    }

    /** Otherwise a rule that was applied to the health before could overwrite it. */
    @Test
    void changeOfTheHealthRaisesItsRevision() {
        assertThat(NEW.with(elsewhere(), NOW).health().revision()).isEqualTo(1);
        assertThat(NEW.rotated(secret(2), NOW, Duration.ZERO).health().revision())
                .as("the same health")
                .isZero();
        assertThat(NEW.with(Health.UNKNOWN.withSlow(true)).health().revision())
                .as("the same version")
                .isZero();
    }

    @Test
    void idOfSomethingElseIsNone() {
        assertThatIllegalArgumentException().isThrownBy(() -> new WebhookId("evt_1"));
    }

    @Test
    void serviceDisablesByItselfWhatFailsOrExpires() {
        EventId event = EventId.mint(NOW, new Random(1));
        OptionalInt none = OptionalInt.empty();

        assertThat(new Disabling.Requested(NOW).isByService()).isFalse();
        assertThat(new Disabling.KeyRevoked(NOW).isByService()).isFalse();
        assertThat(new Disabling.DeliveriesExpiring(NOW, event, NOW).isByService())
                .isTrue();
        assertThat(new Disabling.RetriesExhausted(NOW, event, NOW, 11, OutcomeClass.TIMEOUT, none).isByService())
                .isTrue();
    }

    /** A row at a limit that was refused here could not be read any more. */
    @Test
    void limitsOfTheSettingsCanBeReached() {
        assertThat(limited(1).maxPerSecond()).hasValue(1);
        assertThat(limited(WebhookSettings.HIGHEST_LIMIT).maxPerSecond()).hasValue(WebhookSettings.HIGHEST_LIMIT);
        assertThatIllegalArgumentException().isThrownBy(() -> limited(0));
        assertThatIllegalArgumentException().isThrownBy(() -> limited(WebhookSettings.HIGHEST_LIMIT + 1));
        assertThat(ofClinics(WebhookSettings.MAX_CLINICS).clinics()).hasSize(WebhookSettings.MAX_CLINICS);
        assertThatIllegalArgumentException().isThrownBy(() -> ofClinics(WebhookSettings.MAX_CLINICS + 1));
    }

    private static WebhookSettings limited(int maxPerSecond) {
        return settings(Set.of(), OptionalInt.of(maxPerSecond));
    }

    private static WebhookSettings ofClinics(int count) {
        return settings(
                IntStream.range(0, count)
                        .mapToObj(n -> clinic(Integer.toString(n)))
                        .collect(Collectors.toSet()),
                OptionalInt.empty());
    }

    private static WebhookSettings settings(Set<ClinicId> clinics, OptionalInt maxPerSecond) {
        return new WebhookSettings(
                SETTINGS.url(),
                SETTINGS.types(),
                clinics,
                Optional.empty(),
                maxPerSecond,
                Optional.empty(),
                PayloadStyle.FULL,
                Optional.empty(),
                false,
                Optional.empty());
    }

    @Test
    void atMostTwoSecretsAreKeptAndTheOlderOneOnlyForItsTime() {
        Duration day = Duration.ofDays(1);
        Webhook twice = NEW.rotated(secret(2), NOW, day).rotated(secret(3), NOW.plusSeconds(9), day);

        assertThat(twice.secrets()).extracting(SealedSecret::version).containsExactly(3, 2);
        assertThat(versionsLiveAt(twice, NOW.plusSeconds(9).plus(day).minusMillis(1)))
                .containsExactly(3, 2);
        assertThat(versionsLiveAt(twice, NOW.plusSeconds(9).plus(day))).containsExactly(3);
        assertThat(NEW.rotated(secret(2), NOW, Duration.ZERO).secrets())
                .extracting(SealedSecret::version)
                .containsExactly(2);
    }

    private static List<Integer> versionsLiveAt(Webhook webhook, Instant time) {
        return webhook.liveSecrets(time).stream().map(SealedSecret::version).toList();
    }

    private static Clinics clinics(String names) {
        return switch (names) {
            case "all" -> new Clinics.All();
            case "none" -> new Clinics.Listed(Set.of());
            default ->
                new Clinics.Listed(
                        Arrays.stream(names.split(" ")).map(WebhookTest::clinic).collect(Collectors.toSet()));
        };
    }

    private static ClinicId clinic(String name) {
        return new ClinicId("cln_" + name);
    }

    private static WebhookSettings elsewhere() {
        return new WebhookSettings("https://example.org/", List.of("*"), Optional.empty(), Optional.empty());
    }

    private static SealedSecret secret(int version) {
        return new SealedSecret(version, "k", "c" + version);
    }

    @ParameterizedTest
    @CsvSource({
        "offer.*, offer.created, true",
        "offer.*, offer.of_a_later_version, true",
        "offer.*, offers.created, false",
        "offer.*, appointment.offer, false",
        "appointment.*, offer.created, false",
        "appointment.* offer.created, offer.created, true",
        "appointment.* offer.created, offer.expired, false",
        "*, offer.created, true",
        "offer.created, offer.created_again, false",
    })
    void matchesTypesByNameGroupOrAll(String types, String type, boolean matches) {
        WebhookSettings settings =
                new WebhookSettings(SETTINGS.url(), List.of(types.split(" ")), Optional.empty(), Optional.empty());
        Event event = new Event(EventId.mint(NOW, new Random(1)), type, clinic("1"), "{}");

        assertThat(NEW.with(settings, NOW)
                        .mismatch(event)
                        .filter(Mismatch.TYPE::equals)
                        .isEmpty())
                .isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({
        "offer.created, cln_1, prv_1, ",
        "offer.created, cln_2, prv_1, ",
        "offer.created, cln_1, prv_2, FILTER",
        "offer.created, cln_3, prv_1, CLINIC",
        "offer.created, cln_3, prv_2, CLINIC",
        "offer.expired, cln_3, prv_2, TYPE",
    })
    void saysWhyAnEventDoesNotMatch(String type, String clinic, String provider, @Nullable Mismatch expected) {
        WebhookSettings narrow = new WebhookSettings(
                SETTINGS.url(),
                List.of("offer.created"),
                Set.of(clinic("cln_1"), clinic("cln_2")),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.of(EventFilter.parse("{\"provider_id\":[\"prv_1\"]}")),
                PayloadStyle.FULL,
                Optional.empty(),
                false,
                Optional.empty());
        Event event = new Event(
                EventId.mint(NOW, new Random(1)), type, clinic(clinic), "{\"provider_id\":\"" + provider + "\"}");

        assertThat(NEW.with(narrow, NOW).mismatch(event)).isEqualTo(Optional.ofNullable(expected));
    }
}
