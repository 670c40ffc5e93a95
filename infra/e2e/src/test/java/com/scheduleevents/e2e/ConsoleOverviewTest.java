package com.scheduleevents.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that the start page of the console says what the API says of today and of what needs somebody, and leads there. */
@RequiresBrowser
class ConsoleOverviewTest {

    private final ConsoleSite site;

    ConsoleOverviewTest(ConsoleSite site) {
        this.site = site;
    }

    @AfterEach
    void pageDidNothingThatItMustNot() {
        site.endVisit();
        assertThat(site.problems()).isEmpty();
    }

    @Test
    void figuresOfTodayAreTheSumsOfTheClinics() {
        String today = LocalDate.now(ZoneOffset.UTC).toString();
        ConsoleWindow window = opened(list(usage(today, 1_200, 999, 1, true) + "," + usage(today, 34, 1_000, 0, true)
                + "," + usage("2020-01-01", 5_000, 5_000, 5_000, true)));

        assertThat(tile(window, "Recorded today")).containsText("1,234");
        assertThat(tile(window, "Delivered today")).containsText("1,999");
        // One of 2,000 has failed, so it is not all of them.
        assertThat(tile(window, "Success rate")).containsText("99.9 %");
        tile(window, "Delivered today").getByRole(AriaRole.LINK).click();
        assertThat(window.heading()).hasText("Usage");
    }

    @Test
    void figuresOfADayThatIsNotCountedWholeSaySo() {
        String today = LocalDate.now(ZoneOffset.UTC).toString();
        ConsoleWindow window = opened(list(usage(today, 1_200, 999, 1, false)));

        assertThat(tile(window, "Recorded today")).containsText("at least 1,200");
        assertThat(tile(window, "Delivered today")).containsText("at least 999");
    }

    @Test
    void responseTimeOfTodayIsThatOfAllWebhooks() {
        String total = """
                {"from":"2026-11-20T00:00:00.000Z","delivered":70,"failed":3,"pending":2,"attempts":90,"failed_attempts":14,
                 "p50_ms":74,"p95_ms":1820,"p99_ms":3150}""";
        Page page = site.empty();
        page.route(
                url -> url.contains("/v1/stats?"),
                route -> fulfil(route, "{\"data\":[" + total + "],\"total\":" + total + ",\"complete\":true}"));
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE));
        ConsoleWindow window = new ConsoleWindow(page);

        assertThat(tile(window, "Response time")).containsText("1,820 ms");
        assertThat(tile(window, "Response time")).containsText("median 74 ms");
    }

    private ConsoleWindow opened(String usage) {
        Page page = site.empty();
        page.route(url -> url.contains("/v1/usage?"), route -> fulfil(route, usage));
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE));
        return new ConsoleWindow(page);
    }

    private static Locator tile(ConsoleWindow window, String label) {
        return window.page().locator(".tiles li").filter(new Locator.FilterOptions().setHasText(label));
    }

    private static String usage(String date, int events, int succeeded, int failed, boolean complete) {
        return """
                {"clinic_id":"cln_harbour","date":"%s","events_recorded":%d,"deliveries_succeeded":%d,"deliveries_failed":%d,
                 "attempts":1,"final":false,"complete":%b}""".formatted(date, events, succeeded, failed, complete);
    }

    private static String list(String elements) {
        return "{\"data\":[" + elements + "],\"has_more\":false,\"next_cursor\":null}";
    }

    private static void fulfil(Route route, String body) {
        route.fulfill(
                new Route.FulfillOptions().setContentType("application/json").setBody(body));
    }

    @Test
    void whatNeedsSomebodyIsNamedWithWhatToDoAndLeadsThere() {
        ReceiverInbox inbox = ReceiverInbox.open(site.target(), "in-trouble", List.of("offer.declined"), "cln_station");
        ReceiverInbox fine = ReceiverInbox.open(site.target(), "in-order", List.of("offer.declined"), "cln_station");
        assertThat(site.account()
                        .post("/v1/webhooks/" + inbox.webhook() + "/disable", "{}")
                        .status())
                .isEqualTo(200);
        name(inbox, "Needs somebody");
        name(fine, "Needs nobody");
        ConsoleWindow window = new ConsoleWindow(site.open("/overview"));

        assertThat(window.rows("Needs somebody")).containsText("It gets no events until it is enabled.");
        assertThat(window.rows("Needs nobody")).hasCount(0);
        assertThat(tile(window, "Webhooks")).containsText(Pattern.compile("[1-9][0-9]* of them in trouble"));
        window.rows("Needs somebody").getByRole(AriaRole.LINK).click();
        assertThat(window.heading()).hasText("Needs somebody");
        inbox.delete(site.account());
        fine.delete(site.account());
    }

    private void name(ReceiverInbox inbox, String description) {
        assertThat(site.account()
                        .send(
                                "PATCH",
                                "/v1/webhooks/" + inbox.webhook(),
                                site.account().json(),
                                "{\"description\":\"" + description + "\"}")
                        .status())
                .isEqualTo(200);
    }

    /** The API lists them webhook by webhook. */
    @Test
    void newestFailuresComeFirstAndWhatWasNotAttemptedIsNone() {
        Instant now = Instant.parse("2026-11-28T05:00:00Z");
        Page page = site.empty();
        page.route(url -> url.matches(".*/v1/webhooks/[^/]+/deliveries\\?.*"), route -> fulfil(route, list("")));
        page.route(
                url -> url.contains("/v1/deliveries?"),
                route -> fulfil(
                        route,
                        list(String.join(
                                ",",
                                undelivered("evt_older", now.minusSeconds(60).toString(), "\"timeout\""),
                                undelivered("evt_newer", now.toString(), "\"dns\""),
                                undelivered("evt_waits", null, "null")))));
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE));
        ConsoleWindow window = new ConsoleWindow(page);
        Locator failures = window.rows("appointment.no_show");

        assertThat(failures).hasCount(2);
        assertThat(failures.first()).containsText("host name not found");
        assertThat(failures.last()).containsText("no response in time");
        failures.first().getByRole(AriaRole.LINK).click();
        assertThat(page).hasURL(Pattern.compile(".*/webhooks/whk_1/deliveries/evt_newer"));
    }

    /** The API looks through so many deliveries that a page of what was not delivered may be empty, and the next ones too. */
    @Test
    void failuresOfAWebhookInTroubleAreFoundBehindPagesWithoutAny() {
        ReceiverInbox inbox = ReceiverInbox.open(site.target(), "behind", List.of("offer.declined"), "cln_station");
        site.account().post("/v1/webhooks/" + inbox.webhook() + "/disable", "{}");
        Page page = site.empty();
        AtomicBoolean found = new AtomicBoolean();
        page.route(
                url -> url.matches(".*/v1/webhooks/[^/]+/deliveries\\?.*"),
                route -> fulfil(
                        route,
                        list(
                                found.get()
                                        ? undelivered(
                                                "evt_behind", Instant.now().toString(), "\"dns\"")
                                        : "")));
        page.route(
                url -> url.contains("/v1/deliveries?"),
                route -> fulfil(route, "{\"data\":[],\"has_more\":true,\"next_cursor\":\"whk_1.evt_1\"}"));
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE));
        assertThat(page.getByText("No failure was found so far.")).isVisible();
        assertThat(page.getByText("Nothing that failed in the last 24 hours is still undelivered."))
                .hasCount(0);

        found.set(true);
        page.reload();
        assertThat(new ConsoleWindow(page).rows("appointment.no_show")).containsText("host name not found");
        inbox.delete(site.account());
    }

    /** A day on which nothing happened is a bar of nothing, and not left out. */
    @Test
    void chartHasEachOfTheLastSevenDays() {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        ConsoleWindow window = opened(list(usage(today.toString(), 12, 9, 1, true) + ","
                + usage(today.minusDays(3).toString(), 4, 4, 0, true)));

        DateTimeFormatter written = DateTimeFormatter.ofPattern("d MMM uuuu", Locale.UK);
        assertThat(window.page().locator("figcaption"))
                .containsText(written.format(today.minusDays(6)) + " to " + written.format(today) + ", in days of UTC");
        assertThat(window.page().locator(".chart .bars svg").first()).hasAttribute("viewBox", "0 0 70 100");
    }

    private static String undelivered(String event, @Nullable String at, String outcome) {
        return """
                {"webhook_id":"whk_1","event_id":"%s","event_type":"appointment.no_show","clinic_id":"cln_harbour","status":"pending",
                 "retry_cycle":1,"attempts_count":1,"failed_attempts_count":1,"first_attempt_at":%s,"next_attempt_at":null,
                 "last_outcome":%s,"last_status_code":null,"last_duration_ms":7}""".formatted(event, at == null ? "null" : "\"" + at + "\"", outcome);
    }

    @Test
    void sandboxIsSaidOnEveryPageAndAnotherAccountIsNone() {
        String sandbox = account("--sandbox");
        Page page = site.visit(site.operatorsLink(sandbox));
        assertThat(page.locator(".sandbox")).containsText("This account is for tests");
        assertThat(page).hasTitle(Pattern.compile(".*\\(sandbox\\)"));
        page.getByRole(AriaRole.NAVIGATION)
                .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("Webhooks"))
                .click();
        assertThat(new ConsoleWindow(page).heading()).hasText("Webhooks");
        assertThat(page.locator(".sandbox")).isVisible();

        page = site.visit(site.operatorsLink(account()));
        assertThat(new ConsoleWindow(page).heading()).hasText("Overview");
        assertThat(page.locator(".sandbox")).hasCount(0);
    }

    private String account(String... options) {
        String id = "acc_" + UUID.randomUUID();
        site.operator()
                .run(OperatorCalls.with(
                        new String[] {
                            "account", "open", "--id", id, "--email", "owner@console.example", "--name", "Practice"
                        },
                        options));
        return id;
    }

    @Test
    void whoIsSignedInCanBeSeenWithTheScopes() {
        Page page = site.visit(site.link("\"webhooks:read\"", "[\"cln_oldtown\"]"));
        page.getByText("Signed in").click();

        assertThat(page.locator(".who")).containsText("It has the scopes webhooks:read, and sees cln_oldtown.");
        assertThat(page.locator(".who")).containsText("acc_demo");
    }
}
