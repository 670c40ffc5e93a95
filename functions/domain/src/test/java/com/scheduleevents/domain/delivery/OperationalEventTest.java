package com.scheduleevents.domain.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventType;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.mail.ChangeAuthor;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.PayloadStyle;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class OperationalEventTest {

    private static final AccountId ACCOUNT = new AccountId("acc_1");
    private static final Instant SINCE = Instant.parse("2026-11-21T12:00:00.250Z");
    private static final Instant WARNED = Instant.parse("2026-11-21T13:00:01.750Z");
    private static final Instant AT = Instant.parse("2026-11-21T15:00:00.500Z");
    private static final EventId EVENT = new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB");
    private static final LastFailure LAST = new LastFailure(OutcomeClass.STATUS, OptionalInt.of(503));
    private static final String NONE = "-";

    private final EventTypeRegistry registry = EventTypeRegistry.operational();

    static Stream<Arguments> notices() {
        Notice.About about = about();
        return Stream.of(
                Arguments.of(new Notice.Warning(about, SINCE, 27, LAST), "webhook.failing", SINCE, WARNED),
                Arguments.of(new Notice.Recovered(about, SINCE, AT, 27, LAST), "webhook.recovered", AT, AT),
                Arguments.of(
                        new Notice.Slow(about, SINCE, 12, Optional.of(AT), Optional.empty()),
                        "webhook.slow",
                        SINCE,
                        AT),
                Arguments.of(
                        new Notice.Slow(about, SINCE, 12, Optional.empty(), Optional.empty()),
                        "webhook.slow",
                        SINCE,
                        SINCE),
                Arguments.of(new Notice.Revoked(about, AT), "webhook.disabled", AT, AT),
                Arguments.of(
                        new Notice.Disabled(
                                about,
                                new RetriesExhausted(AT, EVENT, SINCE, 11, OutcomeClass.TIMEOUT, OptionalInt.empty())),
                        "webhook.disabled",
                        AT,
                        AT));
    }

    @ParameterizedTest
    @MethodSource("notices")
    void eventSaysWhatTheMailSaysInTheFormOfItsType(Notice.OfWebhook notice, String type, Instant since, Instant made)
            throws JsonProcessingException {
        Webhook subject = webhook("whk_1", List.of("*"), "cln_a", NONE)
                .with(Health.UNKNOWN.with(
                        Health.Failures.NONE.plus(SINCE, AT, LAST, 10).warned(WARNED)));
        OperationalEvent event = OperationalEvent.of(notice, subject).orElseThrow();

        assertThat(OperationalEvent.of(notice, subject)).contains(event);
        assertThat(event.type()).isEqualTo(type);
        assertThat(event.id().mintedAt()).isEqualTo(made);
        JsonNode json = new ObjectMapper().readTree(event.json());
        assertThat(json.path("since").asText()).isEqualTo(since.toString());
        assertThat(json.path("created_at").asText()).isEqualTo(made.toString());
        assertThat(json.path("webhook_id").asText()).isEqualTo("whk_1");
        assertThat(json.path("description").asText()).isEqualTo("Front desk");
        assertThat(json.path("host").asText()).isEqualTo("hooks.example.com");
        assertThat(json.path("clinic_ids").toString()).isEqualTo("[\"cln_a\"]");
        assertThat(event.json()).doesNotContain("token", "secret-of-it");
        ObjectNode fields = json.deepCopy();
        fields.remove(List.of("id", "type", "created_at"));
        assertThat(registry.example(type, fields).json(event.id())).isEqualTo(event.json());
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "0, null"})
    void eventOfASlowDrainSaysItsPaceIfThereIsOne(int perSecond, String said) throws JsonProcessingException {
        OperationalEvent event = OperationalEvent.of(
                        new Notice.Slow(about(), SINCE, perSecond, Optional.of(AT), Optional.empty()),
                        webhook("whk_1", List.of("*"), NONE, NONE))
                .orElseThrow();

        JsonNode json = new ObjectMapper().readTree(event.json());
        assertThat(json.get("deliveries_per_second").toString()).isEqualTo(said);
    }

    /** One of too many clinics is for those alone that get the events of all clinics. */
    @ParameterizedTest
    @CsvSource({"0, true", "1, false"})
    void eventListsAsManyClinicsAsFit(int tooMany, boolean listed) {
        String clinics = IntStream.range(0, OperationalEvent.MAX_CLINICS + tooMany)
                .mapToObj(n -> "cln_" + n)
                .collect(Collectors.joining(" "));
        OperationalEvent event = OperationalEvent.of(
                        new Notice.Warning(about(), SINCE, 27, LAST), webhook("whk_1", List.of("*"), NONE, clinics))
                .orElseThrow();

        assertThat(event.isFor(webhook("whk_2", List.of("webhook.failing"), NONE, clinics)))
                .isEqualTo(listed);
        assertThat(event.isFor(webhook("whk_2", List.of("webhook.failing"), NONE, NONE)))
                .isTrue();
    }

    @Test
    void occasionsHaveDifferentIds() {
        Webhook one = webhook("whk_1", List.of("*"), NONE, NONE);
        Webhook other = webhook("whk_2", List.of("*"), NONE, NONE);
        assertThat(Stream.of(
                                OperationalEvent.of(new Notice.Warning(about(), SINCE, 27, LAST), one),
                                OperationalEvent.of(new Notice.Warning(about(), AT, 27, LAST), one),
                                OperationalEvent.of(
                                        new Notice.Slow(about(), SINCE, 27, Optional.empty(), Optional.empty()), one),
                                OperationalEvent.of(new Notice.Warning(about(), SINCE, 27, LAST), other))
                        .map(event -> event.orElseThrow().id()))
                .doesNotHaveDuplicates();
    }

    @Test
    void registryHasTheOperationalTypesWithValidExamples() throws JsonProcessingException {
        for (EventType type : registry.types()) {
            JsonNode example = type.schema().path("examples").path(0);
            assertThat(OperationalEvent.isOne(type.name())).as(type.name()).isTrue();
            assertThat(new ObjectMapper()
                            .readTree(registry.example(type.name(), (ObjectNode) new ObjectMapper().readTree("{}"))
                                    .json(new EventId(example.path("id").asText()))))
                    .isEqualTo(example);
        }
        assertThat(registry.types())
                .extracting(EventType::name)
                .containsExactly("webhook.disabled", "webhook.failing", "webhook.recovered", "webhook.slow");
    }

    @Test
    void noEventIsAboutAWebhookThatGetsOperationalEvents() {
        Webhook watcher = webhook("whk_1", List.of("webhook.slow"), NONE, NONE);
        assertThat(OperationalEvent.of(new Notice.Warning(about(), SINCE, 27, LAST), watcher))
                .isEmpty();
    }

    @Test
    void noEventIsAboutOtherMails() {
        Webhook subject = webhook("whk_1", List.of("*"), NONE, NONE);
        assertThat(Stream.of(
                                new Notice.Refused(about(), new RejectedEvent(EVENT, SINCE, 6, LAST, AT)),
                                new Notice.Unpulled(about(), SINCE, Optional.empty()),
                                new Notice.UrlChanged(about(), 2, AT, "hooks.example.org"),
                                new Notice.SecretRotated(about(), 2, new ChangeAuthor(new ApiKeyId("key_1"), AT)),
                                new Notice.Registered(about(), new ChangeAuthor(new ApiKeyId("key_1"), AT)))
                        .map(notice -> OperationalEvent.of(notice, subject)))
                .containsOnly(Optional.empty());
    }

    @Test
    void webhookOfAllClinicsIsToldOfOneWhoseListNamesAFormerClinic() {
        Webhook subject = webhook("whk_1", List.of("*"), "cln_a cln_b", "cln_a");
        Webhook other = webhook("whk_2", List.of("webhook.failing"), NONE, NONE)
                .seeing(new Clinics.All(Set.of(new ClinicId("cln_b"))), Instant.EPOCH);
        OperationalEvent event = OperationalEvent.of(new Notice.Warning(about(), SINCE, 27, LAST), subject)
                .orElseThrow();

        assertThat(event.isFor(other)).isTrue();
        assertThat(event.payload().isFor(other)).isTrue();
    }

    /** The clinics of the subject and of its key, those of the other webhook and of its key. */
    @ParameterizedTest
    @CsvSource({
        "-, -, -, -, true",
        "-, -, cln_a, -, false",
        "-, -, -, cln_a, false",
        "cln_a, -, -, -, true",
        "cln_a, -, cln_a, -, true",
        "cln_a, -, -, cln_a cln_b, true",
        "cln_a, -, cln_b, -, false",
        "cln_a cln_b, -, cln_a, -, false",
        "-, cln_a cln_b, -, cln_a cln_b, true",
        "-, cln_a cln_b, -, cln_a, false",
        "-, cln_a, cln_a, -, true",
        "cln_a, -, cln_a, cln_a cln_b, true",
        "cln_a, -, cln_a, cln_b, false",
        "cln_a, -, cln_a cln_b, cln_b, false",
    })
    void eventIsForWebhooksThatGetTheEventsOfAllItsClinics(
            String clinics, String visible, String otherClinics, String otherVisible, boolean expected) {
        Webhook subject = webhook("whk_1", List.of("*"), clinics, visible);
        Webhook other = webhook("whk_2", List.of("webhook.failing"), otherClinics, otherVisible);
        OperationalEvent event = OperationalEvent.of(new Notice.Warning(about(), SINCE, 27, LAST), subject)
                .orElseThrow();

        assertThat(event.isFor(other)).isEqualTo(expected);
        assertThat(event.payload().isFor(other)).isEqualTo(expected);
    }

    @Test
    void eventIsForActiveWebhooksThatNameItsType() {
        OperationalEvent event = OperationalEvent.of(
                        new Notice.Warning(about(), SINCE, 27, LAST), webhook("whk_1", List.of("*"), NONE, NONE))
                .orElseThrow();
        Webhook other = webhook("whk_2", List.of("webhook.failing"), NONE, NONE);
        assertThat(event.isFor(other)).isTrue();
        assertThat(event.isFor(other.disabled(new Disabling.Requested(AT)))).isFalse();
        assertThat(event.isFor(webhook("whk_2", List.of("webhook.slow"), NONE, NONE)))
                .isFalse();
        assertThat(event.isFor(webhook("whk_2", List.of("*"), NONE, NONE))).isFalse();
    }

    private static Notice.About about() {
        return new Notice.About(
                ACCOUNT, new WebhookId("whk_1"), 3, "hooks.example.com", Optional.of("Front desk"), Optional.empty());
    }

    private static Webhook webhook(String id, List<String> types, String clinics, String visible) {
        return Webhook.registered(
                ACCOUNT,
                new WebhookId(id),
                new ApiKeyId("key_1"),
                new WebhookSettings(
                        "https://hooks.example.com/?token=hidden",
                        types,
                        clinics(clinics),
                        Optional.of("Front desk"),
                        OptionalInt.empty(),
                        Optional.empty(),
                        PayloadStyle.FULL,
                        Optional.empty(),
                        false,
                        Optional.empty()),
                visible.equals(NONE) ? new Clinics.All() : new Clinics.Listed(clinics(visible)),
                new SealedSecret(1, "k", "secret-of-it"),
                SINCE);
    }

    private static Set<ClinicId> clinics(String ids) {
        return ids.equals(NONE)
                ? Set.of()
                : Arrays.stream(ids.split(" ", -1)).map(ClinicId::new).collect(Collectors.toUnmodifiableSet());
    }
}
