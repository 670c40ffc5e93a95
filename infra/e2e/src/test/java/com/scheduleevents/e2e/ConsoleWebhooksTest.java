package com.scheduleevents.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests every button of the console's pages about webhooks and deliveries, on a running cloud. */
@RequiresBrowser
class ConsoleWebhooksTest {

    private static final String ALWAYS_500 = "\"do\":\"status\",\"status\":500";
    private static final String ALWAYS_200 = "\"do\":\"status\",\"status\":200";

    private static final Pattern CURSOR = Pattern.compile("starting_after=evt_([0-9]+)");

    private final ConsoleSite site;

    ConsoleWebhooksTest(ConsoleSite site) {
        this.site = site;
    }

    @AfterEach
    void pageDidNothingThatItMustNot() {
        site.endVisit();
        assertThat(site.problems()).isEmpty();
    }

    @Test
    void chartCoversTheDayUpToItsBoundAndSaysWhereThatEnds() {
        String webhook = ReceiverInbox.open(site.target(), "busy", List.of("offer.expired"), "cln_station")
                .webhook();
        assertThat(chart(webhook, 3)).hasText("300 delivered, 0 failed, median 12 ms");
        assertThat(chart(webhook, 10)).hasText("1,000 delivered, 0 failed, median 12 ms");
        assertThat(chart(webhook, 11))
                .hasText(
                        "1,000 delivered, 0 failed, median 12 ms. There were more than the newest 1,000, which this covers.");
        assertThat(chart(webhook, 11)
                        .page()
                        .getByText(
                                "Last 24 hours, newest 1,000 deliveries", new Page.GetByTextOptions().setExact(true)))
                .isVisible();
    }

    @Test
    void chartTellsWhatIsPendingFromWhatHasFailed() {
        ReceiverInbox inbox = ReceiverInbox.open(site.target(), "mixed", List.of("offer.expired"), "cln_station");
        Locator chart = chart(
                inbox.webhook(),
                number -> logPage(number, List.of("succeeded", "pending", "pending", "failed", "dismissed"), false));

        assertThat(chart).hasText("1 delivered, 2 pending, 1 failed, 1 dismissed, median 12 ms");
        inbox.delete(site.account());
    }

    /**
     * The chart of a webhook whose log of the day has this many pages of a hundred deliveries, which nobody has recorded. The key sees some clinics,
     * for which the API counts nothing.
     */
    private Locator chart(String webhook, int pages) {
        return chart(webhook, number -> logPage(number, Collections.nCopies(100, "succeeded"), number + 1 < pages));
    }

    /** @param log the page with a number */
    private Locator chart(String webhook, IntFunction<String> log) {
        Page page = site.empty();
        page.route(url -> url.contains("/deliveries?") && url.contains("limit=100"), route -> {
            Matcher after = CURSOR.matcher(route.request().url());
            int number = after.find() ? Integer.parseInt(after.group(1)) : 0;
            route.fulfill(new Route.FulfillOptions()
                    .setContentType("application/json")
                    .setBody(log.apply(number)));
        });
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE, "[\"cln_station\"]") + "&page=/webhooks/" + webhook);
        return page.locator("figcaption");
    }

    private static String logPage(int number, List<String> statuses, boolean more) {
        String deliveries = IntStream.range(0, statuses.size())
                .mapToObj(row ->
                        "{\"event_id\":\"evt_%d_%d\",\"status\":\"%s\",\"first_attempt_at\":\"%s\",\"last_duration_ms\":12}"
                                .formatted(number, row, statuses.get(row), Instant.now()))
                .collect(Collectors.joining(","));
        return "{\"data\":[%s],\"has_more\":%b,\"next_cursor\":\"evt_%d\"}".formatted(deliveries, more, number + 1);
    }

    /** As in an outage of some hours, when what was tried is far below what waits. */
    @Test
    void openCircuitIsExplainedByTheLatestAttemptThatFailed() {
        ReceiverInbox inbox = ReceiverInbox.open(site.target(), "outage", List.of("offer.expired"), "cln_station");
        Page page = site.empty();
        page.route(url -> url.endsWith("/v1/webhooks/" + inbox.webhook()), route -> {
            String webhook = route.fetch().text();
            route.fulfill(new Route.FulfillOptions()
                    .setContentType("application/json")
                    .setBody(webhook.replace("\"circuit\":\"closed\"", "\"circuit\":\"open\"")));
        });
        String deliveries =
                String.join(",", waiting("evt_3"), refused("evt_2", "10", 500), refused("evt_1", "11", 503));
        page.route(
                url -> url.contains("/deliveries?") && url.contains("limit=100"),
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("application/json")
                        .setBody("{\"data\":[" + deliveries + "],\"has_more\":false,\"next_cursor\":null}")));
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE) + "&page=/webhooks/" + inbox.webhook());

        assertThat(page.getByText("The last attempts failed: HTTP 503.")).isVisible();
        inbox.delete(site.account());
    }

    private static String waiting(String event) {
        return "{\"event_id\":\"" + event
                + "\",\"status\":\"pending\",\"first_attempt_at\":null,\"last_outcome\":null}";
    }

    private static String refused(String event, String hour, int status) {
        return """
                {"event_id":"%s","status":"pending","first_attempt_at":"2026-11-23T%s:00:00Z","last_outcome":"status","last_status_code":%d}""".formatted(event, hour, status);
    }

    @Test
    void cancelledQuestionChangesNothing() {
        ReceiverInbox inbox = opened("unchanged");
        ConsoleWindow window = at(inbox);
        window.button("Disable").click();
        window.confirm("Cancel");
        assertThat(window.dialog()).hasCount(0);
        window.button("Disable").click();
        window.page().keyboard().press("Escape");

        assertThat(window.dialog()).hasCount(0);
        assertThat(status(inbox)).isEqualTo("active");
        inbox.delete(site.account());
    }

    @Test
    void ownerDisablesAndEnablesAWebhook() {
        ReceiverInbox inbox = opened("switched");
        ConsoleWindow window = at(inbox);
        window.press("Disable", "Disable");
        window.says("The webhook is disabled.");
        assertThat(window.page().locator("dl")).containsText("disabled: by hand");
        assertThat(window.page().getByText("Somebody disabled the webhook. It gets no events until"))
                .isVisible();
        assertThat(status(inbox)).isEqualTo("disabled");

        window.button("Enable").click();
        window.says("The webhook is active");
        assertThat(status(inbox)).isEqualTo("active");
        inbox.delete(site.account());
    }

    @Test
    void ownerDeletesAWebhook() {
        ReceiverInbox inbox = opened("deleted");
        ConsoleWindow window = at(inbox);
        window.press("Delete", "Delete");
        window.says("The webhook is deleted.");
        assertThat(window.heading()).hasText("Webhooks");
        assertThat(site.account().get("/v1/webhooks/" + inbox.webhook()).status())
                .isEqualTo(404);
    }

    @Test
    void ownerSendsATestEventOfATypeAndAPing() {
        ReceiverInbox inbox = opened("tested");
        ConsoleWindow window = at(inbox);
        window.button("Send test event").click();
        window.dialog().getByLabel("Type").selectOption("offer.expired");
        window.confirm("Send");
        window.says("is on its way");
        assertThat(window.rows("_test")).containsText("offer.expired");
        assertThat(window.rows("_test")).containsText("succeeded");

        window.press("Send test event", "Send");
        assertThat(window.rows("webhook.ping")).containsText("succeeded");
        inbox.delete(site.account());
    }

    @Test
    void ownerSendsATestEventWithValuesOfTheirOwn() {
        ReceiverInbox inbox = opened("tested-values");
        ConsoleWindow window = at(inbox);
        window.button("Send test event").click();
        window.dialog()
                .getByLabel("Values of your own")
                .fill("provider_id: prv_own\nrecoverable: false\nduration_minutes: 45");
        window.confirm("Send");
        assertThat(window.dialog()).containsText("A ping has no values");
        window.dialog().getByLabel("Type").selectOption("appointment.cancelled");
        window.dialog().getByText("The same in a terminal").click();
        assertThat(window.dialog().locator("pre").last())
                .containsText("--type appointment.cancelled \\\n  --set 'provider_id=\"prv_own\"'");
        window.confirm("Send");
        window.says("is on its way");
        assertThat(window.rows("_test")).containsText("succeeded");
        String body = inbox.deliveries().getFirst().body();
        assertThat(body).contains("\"provider_id\":\"prv_own\"", "\"recoverable\":false", "\"duration_minutes\":45");
        inbox.delete(site.account());
    }

    @Test
    void ownerRotatesTheSecret() {
        ReceiverInbox inbox = opened("rotated");
        ConsoleWindow window = at(inbox);
        window.button("Rotate secret").click();
        window.dialog().getByLabel("The old secret ends after (hours)").fill("0");
        window.page().getByText("The same in a terminal").click();
        assertThat(window.page().locator(".terminal pre").first()).containsText("\"expires_in\":0");
        assertThat(window.page().locator(".terminal pre").last())
                .containsText(
                        Pattern.compile("webhooks rotate " + inbox.webhook() + ".*--expires-in 0h", Pattern.DOTALL));
        window.confirm("Rotate");
        String first = window.secret();
        window.says("The secret was rotated.");
        window.press("Rotate secret", "Rotate");

        assertThat(window.secret()).matches("whsec_[A-Za-z0-9+/]{44}").isNotEqualTo(first);
        inbox.delete(site.account());
    }

    @Test
    void ownerSeesWhyADeliveryFailsAndRedeliversAndDismissesIt() {
        ReceiverInbox inbox = opened("failing").order(ALWAYS_500);
        String event = site.account().record(ChangeSamples.of("appointment.no_show", "cln_oldtown", "prv_failing"));
        ConsoleWindow window = at(inbox);
        assertThat(window.rows(event)).containsText("HTTP 500");
        window.rows(event).getByRole(AriaRole.LINK).click();
        assertThat(window.entries("1 of retry cycle 1")).containsText("HTTP 500");

        window.press("Dismiss", "Dismiss");
        window.says("The delivery is dismissed.");
        assertThat(window.page().locator("dl")).containsText("dismissed");
        assertThat(window.button("Dismiss")).hasCount(0);

        inbox.order(ALWAYS_200);
        window.button("Redeliver").click();
        window.says("The event is being delivered again.");
        assertThat(window.entries("1 of retry cycle 2")).containsText("succeeded, HTTP 200");
        Await.await("the redelivery").until(() -> inbox.accepted(event));
        inbox.delete(site.account());
    }

    @Test
    void ownerSeesWhatTheReceiverRespondsWhileResponsesAreCaptured() {
        ReceiverInbox inbox = opened("captured").order(ALWAYS_500);
        ConsoleWindow window = at(inbox);
        window.button("Capture responses").click();
        window.says("Responses to failed attempts are captured");
        String event = site.account().record(ChangeSamples.of("appointment.no_show", "cln_oldtown", "prv_captured"));
        window.rows(event).getByRole(AriaRole.LINK).click();
        assertThat(window.entries("1 of retry cycle 1")).containsText("As ordered.");

        window.link(site.target().receiver().getAuthority()).click();
        window.press("Stop capturing responses", "Stop");
        window.says("Responses are no longer captured.");
        inbox.delete(site.account());
    }

    @Test
    void listsAreFilteredAndGoOn() {
        ReceiverInbox inbox = opened("listed");
        List<String> events =
                site.account().record(ChangeSamples.of("appointment.no_show", "cln_oldtown", "prv_listed"), 30);
        String log = "/v1/webhooks/" + inbox.webhook() + "/deliveries?status=succeeded&limit=100";
        Await.await("the log")
                .until(() -> site.account().get(log).json().path("data").size() == events.size());
        ConsoleWindow window = at(inbox);
        assertThat(window.rows()).hasCount(25);
        window.button("More").click();
        assertThat(window.rows(events.getFirst())).hasCount(1);

        window.choice("Status").selectOption("failed");
        assertThat(window.page().getByText("There is no such delivery.")).isVisible();
        window.choice("Status").selectOption("succeeded");
        assertThat(window.rows()).hasCount(25);
        window.rows().first().getByRole(AriaRole.LINK).click();
        assertThat(window.heading()).hasText("Delivery");
        window.page().goBack();
        assertThat(window.rows()).hasCount(25);
        assertThat(window.choice("Status")).hasValue("succeeded");
        inbox.delete(site.account());
    }

    @Test
    void pageThatDoesNotFollowStaysAsItIs() {
        ReceiverInbox inbox = opened("still");
        ConsoleWindow window = at(inbox);
        window.page().getByLabel("Live").uncheck();
        site.awaitResponses(window.page());
        String event = site.account().record(ChangeSamples.of("appointment.no_show", "cln_oldtown", "prv_still"));
        Await.await("the delivery").until(() -> inbox.accepted(event));
        assertThat(window.rows(event)).hasCount(0);

        window.page().getByLabel("Live").check();
        assertThat(window.rows(event)).hasCount(1);
        inbox.delete(site.account());
    }

    private ReceiverInbox opened(String name) {
        return ReceiverInbox.open(site.target(), name, List.of("appointment.no_show"), "cln_oldtown");
    }

    private ConsoleWindow at(ReceiverInbox inbox) {
        Page page = site.open("/webhooks/" + inbox.webhook());
        assertThat(page.getByText(inbox.webhook())).isVisible();
        return new ConsoleWindow(page);
    }

    private String status(ReceiverInbox inbox) {
        return site.account().webhook(inbox.webhook()).path("status").asText();
    }
}
