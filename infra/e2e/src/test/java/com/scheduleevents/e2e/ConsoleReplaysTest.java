package com.scheduleevents.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the console's page of replays: it counts, sends what was counted, and says what runs. */
@RequiresBrowser
class ConsoleReplaysTest {

    private final ConsoleSite site;

    ConsoleReplaysTest(ConsoleSite site) {
        this.site = site;
    }

    @AfterEach
    void pageDidNothingThatItMustNot() {
        site.endVisit();
        assertThat(site.problems()).isEmpty();
    }

    @Test
    void ownerCountsTheEventsBeforeTheyAreReplayed() {
        String clinic = "cln_oldtown";
        ReceiverInbox witness =
                ReceiverInbox.open(site.target(), "replay-witness", List.of("appointment.completed"), clinic);
        List<String> missed =
                site.account().record(ChangeSamples.of("appointment.completed", clinic, "prv_replayed"), 3);
        // Fan-out has handled an event once another webhook got it.
        Await.await("the witness").until(() -> missed.stream().allMatch(witness::accepted));
        ReceiverInbox inbox = ReceiverInbox.open(site.target(), "replayed", List.of("appointment.completed"), clinic);
        ConsoleWindow window = new ConsoleWindow(site.open("/webhooks/" + inbox.webhook()));
        window.link("Replay").click();
        window.field("Events recorded from").fill(hourAgo());
        window.button("Count the events").click();
        assertThat(window.page().getByTestId("estimate"))
                .containsText(Pattern.compile("^3 of [0-9,]+ events would be sent\\.$"));
        assertThat(inbox.requests()).isZero();

        window.button("Replay 3 events").click();
        assertThat(window.rows("completed")).containsText("3 events");
        assertThat(window.page().getByText("The replay has begun.")).hasCount(0);
        Await.await("the replayed events").until(() -> missed.stream().allMatch(inbox::accepted));
        inbox.delete(site.account());
        witness.delete(site.account());
    }

    /** A replay of few events ends before a slow machine cancels it, so this one is in the browser alone. */
    @Test
    void ownerCancelsAReplay() {
        ReceiverInbox inbox =
                ReceiverInbox.open(site.target(), "called-off", List.of("appointment.no_show"), "cln_oldtown");
        Page page = site.empty();
        AtomicReference<String> status = new AtomicReference<>("running");
        page.route(url -> url.contains(inbox.webhook() + "/replays"), route -> {
            if (route.request().method().equals("POST") && route.request().url().endsWith("/replays/rpl_1/cancel")) {
                status.set("cancelled");
            }
            String replay =
                    "{\"id\":\"rpl_1\",\"status\":\"%s\",\"events_looked_at\":200,\"events_queued\":3,\"events_matching\":3}"
                            .formatted(status.get());
            route.fulfill(new Route.FulfillOptions()
                    .setContentType("application/json")
                    .setBody(
                            route.request().url().contains("?")
                                    ? "{\"data\":[" + replay + "],\"has_more\":false,\"next_cursor\":null}"
                                    : replay));
        });
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE) + "&page=/webhooks/" + inbox.webhook() + "/replay");
        ConsoleWindow window = new ConsoleWindow(page);
        assertThat(window.rows("running")).hasCount(1);
        assertThat(page.getByText("The replay has begun.")).isVisible();
        window.button("Count the events").click();
        assertThat(page.getByTestId("estimate")).containsText("3 of 200 events are chosen. A replay is running");
        assertThat(page.getByTestId("estimate")).not().containsText("would be sent");
        assertThat(window.button("Replay 3 events")).hasCount(0);
        window.press("Cancel the replay", "Cancel the replay");

        window.says("The replay is cancelled.");
        assertThat(window.rows("cancelled")).hasCount(1);
        assertThat(page.getByText("The replay has begun.")).hasCount(0);
        assertThat(window.button("Cancel the replay")).hasCount(0);
        assertThat(page.getByTestId("estimate")).containsText("3 of 200 events would be sent.");
        inbox.delete(site.account());
    }

    /** As a field of the browser takes it, whose time zone is UTC. */
    private static String hourAgo() {
        return DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm")
                .format(Instant.now().minus(Duration.ofHours(1)).atOffset(ZoneOffset.UTC));
    }
}
