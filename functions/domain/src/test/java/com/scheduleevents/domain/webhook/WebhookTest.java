package com.scheduleevents.domain.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventFilter;
import com.scheduleevents.domain.event.EventId;
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
        assertThat(NEW.enabled()).isSameAs(NEW);
        assertThat(NEW.with(elsewhere(), NOW).version()).isEqualTo(2);
        assertThat(NEW.disabled(why).version()).isEqualTo(2);
        assertThat(NEW.disabled(why).disabled(new Disabling.Requested(NOW.plusSeconds(1))))
                .isEqualTo(NEW.disabled(why));
        assertThat(NEW.disabled(why).enabled().version()).isEqualTo(3);
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

        assertThat(NEW.with(settings, NOW).seeing(clinics(registrant)).isSeenBy(clinics(seeing)))
                .isEqualTo(seen);
    }

    @Test
    void enablingBeginsANewTermAndForgetsWhyItWasDisabled() {
        Webhook enabled = NEW.disabled(new Disabling.Requested(NOW)).enabled();

        assertThat(enabled.generation()).isEqualTo(NEW.generation() + 1);
        assertThat(enabled.disabling()).isEmpty();
        assertThat(enabled.isActive()).isTrue();
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
                Optional.empty(),
                false,
                Optional.empty());
        Event event = new Event(
                EventId.mint(NOW, new Random(1)), type, clinic(clinic), "{\"provider_id\":\"" + provider + "\"}");

        assertThat(NEW.with(narrow, NOW).mismatch(event)).isEqualTo(Optional.ofNullable(expected));
    }
}
