package com.scheduleevents.domain.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeyReader;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.account.VisibleApiKey;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryQuery;
import com.scheduleevents.domain.delivery.DeliveryReader;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.event.FeedReader;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.VisibleWebhooks;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.memory.InMemoryAccounts;
import com.scheduleevents.testkit.memory.InMemoryApiKeys;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Tests that no page, cursor or end of a list depends on what a key cannot see, however much of that there is. */
class DiscreetListsTest {

    private static final AccountId ACCOUNT = new AccountId("acc_1");
    private static final ClinicId OWN = new ClinicId("cln_own");
    private static final ClinicId OTHER = new ClinicId("cln_other");
    private static final Clinics SEEN = new Clinics.Listed(Set.of(OWN));
    private static final Instant NOW = Instant.parse("2026-11-20T00:00:00Z");
    private static final Duration RETENTION = Duration.ofDays(90);

    /** More than a page reads at once, several times over. */
    private static final int MANY = 2_300;

    @Test
    void pageOfWebhooksLooksBehindAllThatTheKeyCannotSee() {
        InMemoryWebhooks webhooks = new InMemoryWebhooks();
        Webhook oldest = webhook(OWN, NOW, new Random(1));
        webhooks.insert(oldest);
        for (int i = 1; i <= MANY; i++) {
            webhooks.insert(webhook(OTHER, NOW.plusSeconds(i), new Random(i)));
        }
        assertThat(new VisibleWebhooks(webhooks).page(ACCOUNT, SEEN, Optional.empty(), 25))
                .isEqualTo(Page.last(List.of(oldest)));
    }

    @Test
    void pageOfApiKeysLooksBehindAllThatTheKeyCannotSee() {
        InMemoryAccounts accounts = new InMemoryAccounts().with(ACCOUNT, "owner@example.com", Set.of(OWN, OTHER));
        InMemoryApiKeys keys = new InMemoryApiKeys(accounts);
        ApiKeyId oldest = issue(keys, accounts, OWN, NOW, new Random(1));
        for (int i = 1; i <= MANY; i++) {
            issue(keys, accounts, OTHER, NOW.plusSeconds(i), new Random(i));
        }
        Caller caller = new Caller(ACCOUNT, oldest, EnumSet.allOf(Scope.class), false);

        Page<VisibleApiKey, ApiKeyId> page = new ApiKeyReader(keys, accounts).page(caller, Optional.empty(), 25);
        assertThat(page.items()).extracting(seen -> seen.key().id()).containsExactly(oldest);
        assertThat(page.next()).isEmpty();
    }

    @Test
    void cursorOfDeliveriesTellsNothingOfThoseThatTheKeyCannotSee() {
        List<Event> own =
                List.of(event(OWN, NOW, new Random(1)), event(OWN, NOW.minusSeconds(2 * MANY), new Random(2)));
        List<Optional<EventId>> cursors = List.of(3, 4).stream()
                .map(seed -> cursorBetween(own, new Random(seed)))
                .toList();
        assertThat(cursors.get(0)).isPresent().isEqualTo(cursors.get(1));
    }

    @Test
    void pageOfDeliveriesIsTheLastIfTheKeyCannotSeeTheRest() {
        List<Event> own = List.of(event(OWN, NOW, new Random(1)));
        assertThat(cursorBetween(own, new Random(3))).isEmpty();
    }

    @Test
    void pageOfDeliveriesThatTheKeyCannotSeeLeadsToThoseThatItSees() {
        Event own = event(OWN, NOW.minusSeconds(2 * MANY), new Random(1));
        assertThat(cursorBetween(List.of(own), new Random(3))).isPresent();
    }

    /** Walks the deliveries of the own events, with many others between them; returns the first page's cursor. */
    private static Optional<EventId> cursorBetween(List<Event> own, RandomGenerator random) {
        TestWiring aws = TestWiring.create();
        EventStore events = aws.events();
        DeliveryLog log = aws.deliveryLog();
        Webhook webhook = webhook(OWN, NOW, new Random(9));
        own.forEach(event -> delivered(event, webhook, events, log));
        for (int i = 1; i <= MANY; i++) {
            Instant between = NOW.minusSeconds(i).plusMillis(random.nextInt(900));
            delivered(event(OTHER, between, random), webhook, events, log);
        }
        DeliveryReader reader = new DeliveryReader(log, new FeedReader(events, RETENTION), RETENTION);
        Page<LoggedDelivery, EventId> first = reader.page(webhook, query(Optional.empty()), NOW, _ -> {});
        assertThat(first.items())
                .extracting(LoggedDelivery::event)
                .containsExactlyElementsOf(own.stream()
                        .map(Event::id)
                        .filter(id -> id.mintedAt().equals(NOW))
                        .toList());
        first.next().ifPresent(cursor -> assertThat(reader.page(webhook, query(Optional.of(cursor)), NOW, _ -> {})
                        .items())
                .extracting(LoggedDelivery::event)
                .containsExactly(own.getLast().id()));
        return first.next();
    }

    private static void delivered(Event event, Webhook webhook, EventStore events, DeliveryLog log) {
        events.putIfAbsent(ACCOUNT, event, NOW);
        log.begin(webhook.id(), LoggedDelivery.waiting(DeliveryMessage.first(webhook, event, NOW)), NOW);
    }

    private static DeliveryQuery query(Optional<EventId> startingAfter) {
        return new DeliveryQuery(SEEN, Set.of(), Set.of(), Optional.empty(), startingAfter, 25);
    }

    private static Event event(ClinicId clinic, Instant at, RandomGenerator random) {
        return new Event(EventId.mint(at, random), "offer.created", clinic, "{}");
    }

    private static Webhook webhook(ClinicId clinic, Instant at, RandomGenerator random) {
        return Webhook.registered(
                ACCOUNT,
                WebhookId.mint(at, random),
                new ApiKeyId("key_1"),
                new WebhookSettings("https://example.com/", List.of("*"), Optional.of(clinic), Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "k", "whsec_x"),
                at);
    }

    private static ApiKeyId issue(
            InMemoryApiKeys keys, InMemoryAccounts accounts, ClinicId clinic, Instant at, RandomGenerator random) {
        ApiKeyId id = ApiKeyId.mint(at, random);
        NewApiKey key = new NewApiKey(
                ACCOUNT,
                id,
                Optional.empty(),
                Set.of(Scope.EVENTS_READ),
                new Clinics.Listed(Set.of(clinic)),
                at,
                Optional.empty());
        ApiKeySecret secret = ApiKeySecret.mint(ApiKeySecret.Mode.TEST, random);
        assertThat(keys.issue(key, secret, accounts.terms(ACCOUNT).orElseThrow()))
                .isTrue();
        return id;
    }
}
