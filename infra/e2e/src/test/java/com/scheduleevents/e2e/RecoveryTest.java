package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.e2e.ReceiverInbox.Delivery;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Receivers that go and come back. Each test has an event type of its own, or a clinic. */
@RequiresCapability(SharedClouds.DAY)
@Tag("soak")
class RecoveryTest {

    private static final String ALWAYS_500 = "\"do\":\"status\",\"status\":500";
    private static final String ALWAYS_200 = "\"do\":\"status\",\"status\":200";
    private static final String REFUSES = "refuses an event";
    private static final Duration HANGS = Duration.ofSeconds(1);
    private static final int AT_ONCE = 4;
    private static final Duration THREE_HOURS = SharedClouds.WINDOW.dividedBy(8);

    @Test
    void whoComesBackAfterThreeHoursGetsEverythingEverFasterAndIsTold(Target target, StackAccess backstage) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "three-hours", List.of("appointment.booked"), "cln_harbour")
                .order(ALWAYS_500);
        String event = ChangeSamples.of("appointment.booked", "cln_harbour", "prv_three_hours");
        StackState rows = new StackState(backstage);
        MailboxClient mails = new MailboxClient(target);
        Instant gone = Instant.now();
        List<String> events;
        try (SteadyProducer producing = new SteadyProducer(target.account(), event, 10, 10)) {
            Await.await("three hours")
                    .until(() -> Instant.now().isAfter(gone.plus(THREE_HOURS)) && rows.isCircuitOpen(inbox.webhook()));
            Await.await("the warning")
                    .until(() -> mails.subjects(inbox.webhook()).equals(List.of("is failing")));
            events = producing.stop();
        }
        String unwanted = dismissOneThatIsParked(target, inbox, events);
        long attempted =
                inbox.deliveries().stream().map(Delivery::event).distinct().count();

        inbox.order(ALWAYS_200);
        Instant back = Instant.now();
        Set<Integer> paces = new HashSet<>();
        Await.await("everything").pollInterval(Duration.ofMillis(10)).until(() -> {
            paces.add(rows.pace(inbox.webhook()));
            return inbox.distinct() == events.size() - 1;
        });
        Duration took = Duration.between(back, Instant.now());

        assertThat(attempted).isLessThan(events.size() / 2);
        assertThat(paces).anyMatch(pace -> pace > 4);
        // An hour is two and a half seconds of this day; queues wait in whole seconds, and a machine may be busy.
        assertThat(took).isLessThan(SharedClouds.WINDOW);
        Await.await("the other e-mail")
                .until(() -> mails.naming(inbox.webhook()).size() == 2);
        assertThat(mails.subjects(inbox.webhook())).containsExactly("is failing", "works again");
        settled(target, rows, inbox);
        assertThat(inbox.deliveriesOf(unwanted)).isEmpty();
    }

    /** The newest may be on its way to being in the backlog still; the one looked for was never attempted. */
    private static String dismissOneThatIsParked(Target target, ReceiverInbox inbox, List<String> events) {
        String waiting =
                Await.await("a parked delivery").until(() -> backlog(target, inbox), Predicate.not(String::isEmpty));
        assertThat(events).contains(waiting);
        String path = "/v1/webhooks/" + inbox.webhook() + "/deliveries/" + waiting + "/dismiss";
        assertThat(target.account().post(path, "").json().path("status").asText())
                .isEqualTo("dismissed");
        return waiting;
    }

    /** One that is not the oldest or the newest, which a probe may have in its hands. */
    private static String backlog(Target target, ReceiverInbox inbox) {
        JsonNode page = target.account()
                .get("/v1/webhooks/" + inbox.webhook() + "/deliveries?status=pending")
                .json()
                .path("data");
        return StreamSupport.stream(page.spliterator(), false)
                .filter(delivery -> delivery.path("attempts_count").asInt() == 0)
                .skip(3)
                .map(delivery -> delivery.path("event_id").asText())
                .findFirst()
                .orElse("");
    }

    @Test
    void whoFlapsGetsEverythingAndStaysActive(Target target, StackAccess backstage) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "flapping", List.of("appointment.booked"), "cln_station");
        String event = ChangeSamples.of("appointment.booked", "cln_station", "prv_flapping");
        StackState rows = new StackState(backstage);
        List<String> events;
        try (SteadyProducer producing = new SteadyProducer(target.account(), event, 3, 5)) {
            for (int times = 0; times < 3; times++) {
                inbox.order(ALWAYS_500);
                Await.await("circuit open").until(() -> rows.isCircuitOpen(inbox.webhook()));
                inbox.order(ALWAYS_200);
                long sofar = inbox.distinct();
                Await.await("something arrives").until(() -> inbox.distinct() > sofar);
            }
            events = producing.stop();
        }

        Await.await("everything").until(() -> inbox.distinct() == events.size());
        settled(target, rows, inbox);
        assertThat(new MailboxClient(target).ofDisabling(inbox.webhook())).isEmpty();
    }

    @Test
    void anEventThatIsRefusedAmongGoodOnesIsToldOfAndDismissedAndTheWebhookLives(Target target) {
        try (OwnReceiver receiver = OwnReceiver.refusing(body -> body.contains("prv_poisonous"))) {
            String webhook = target.account()
                    .register(receiver.address(), List.of("appointment.no_show"), "cln_oldtown")
                    .path("id")
                    .asText();
            MailboxClient mails = new MailboxClient(target);
            String poison =
                    target.account().record(ChangeSamples.of("appointment.no_show", "cln_oldtown", "prv_poisonous"));
            Await.await("an attempt").until(() -> receiver.got(poison));
            Instant windowEnd = Instant.now().plus(SharedClouds.WINDOW);
            List<String> others;
            try (SteadyProducer producing = new SteadyProducer(target.account(), good(), 1, 5)) {
                Await.await("the e-mail").until(() -> mails.subjects(webhook).contains(REFUSES));
                others = producing.stop();
            }
            JsonNode mail = mails.naming(webhook).get(mails.subjects(webhook).indexOf(REFUSES));
            assertThat(mail.path("text").asText()).contains(poison);
            JsonNode dismissed =
                    PastedCommand.from(mail.path("text").asText()).getLast().run(target, Map.of());
            assertThat(dismissed.path("status").asText()).isEqualTo("dismissed");

            Await.await("the others").until(() -> others.stream().allMatch(receiver::got));
            Await.await("the window's end").until(() -> Instant.now().isAfter(windowEnd.plusSeconds(3)));
            assertThat(target.account().webhook(webhook).path("status").asText())
                    .isEqualTo("active");
            String later = target.account().record(good());
            Await.await("a later one").until(() -> receiver.got(later));
            assertThat(mails.subjects(webhook)).containsOnlyOnce(REFUSES).doesNotContain("was disabled");
        }
    }

    private static String good() {
        return ChangeSamples.of("appointment.no_show", "cln_oldtown", "prv_good");
    }

    @Test
    void whoHangsDelaysNoneOfTwentyHealthyNeighbours(Target target) {
        String type = "appointment.completed";
        String event = ChangeSamples.of(type, "cln_station", "prv_hanging");
        List<ReceiverInbox> healthy = IntStream.range(0, 20)
                .mapToObj(n -> ReceiverInbox.open(target, "healthy-" + n, List.of(type), "cln_station"))
                .toList();
        ReceiverInbox hanging = ReceiverInbox.open(target, "hanging", List.of(type), "cln_station");
        Duration before = slowest(target, healthy, event, 1);

        hanging.order("\"do\":\"hang\"");
        Duration beside = IntStream.rangeClosed(2, 4)
                .mapToObj(cycle -> slowest(target, healthy, event, cycle))
                .max(Duration::compareTo)
                .orElseThrow();

        assertThat(hanging.deliveries()).anyMatch(delivery -> !delivery.accepted());
        assertThat(beside).isLessThan(before.multipliedBy(10).plus(HANGS));
    }

    /** How long the slowest of all took to get the slowest of so many events that are recorded at once. */
    private static Duration slowest(Target target, List<ReceiverInbox> inboxes, String event, int round) {
        Instant begun = Instant.now();
        List<String> events = target.account().record(event, AT_ONCE);
        Await.await("all events").until(() -> ReceiverInbox.allHave(inboxes, (long) round * AT_ONCE));
        return inboxes.stream()
                .flatMap(inbox -> inbox.deliveries().stream())
                .filter(delivery -> events.contains(delivery.event()))
                .map(delivery -> Duration.between(begun, delivery.at()))
                .max(Duration::compareTo)
                .orElseThrow();
    }

    private static void settled(Target target, StackState rows, ReceiverInbox inbox) {
        Await.await("nothing to look at")
                .until(() -> !rows.webhook(inbox.webhook()).containsKey("probe_at"));
        assertThat(rows.webhook(inbox.webhook())).doesNotContainKeys("circuit", "failing_since", "failures");
        assertThat(rows.backlog(inbox.webhook())).isZero();
        assertThat(target.account().webhook(inbox.webhook()).path("status").asText())
                .isEqualTo("active");
        assertThat(inbox.deliveries()).allMatch(Delivery::verified);
    }
}
