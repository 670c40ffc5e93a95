package com.scheduleevents.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the charts of a webhook, the filters of its deliveries, and what is said of one of them. The deliveries are in the browser alone. */
@RequiresBrowser
class ConsoleDeliveriesTest {

    /** The highest row of a list on a phone, in pixels. */
    private static final int HIGHEST = 90;

    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final Pattern SINCE = Pattern.compile("[?&]since=([^&]+)");

    private final ConsoleSite site;

    private String webhook = "";

    ConsoleDeliveriesTest(ConsoleSite site) {
        this.site = site;
    }

    @BeforeAll
    void register() {
        webhook = ReceiverInbox.open(site.target(), "charted", List.of("offer.declined"), "cln_station")
                .webhook();
    }

    @AfterEach
    void pageDidNothingThatItMustNot() {
        site.endVisit();
        assertThat(site.problems()).isEmpty();
    }

    @Test
    void barsSayTheirTimeAndValuesUnderThePointerAndInWords() {
        ConsoleWindow window = opened(
                list(Stream.of(
                        delivery(1, "succeeded", "\"succeeded\"", 200, 1),
                        delivery(2, "succeeded", "\"succeeded\"", 200, 1),
                        delivery(3, "failed", "\"status\"", 503, 1))),
                "");
        Locator attempts = chart(window, "Attempts");
        attempts.locator(".bars svg rect").last().hover();

        assertThat(attempts.locator(".tip")).containsText(Pattern.compile(" to .*\\n2 succeeded, 4 failed"));
        attempts.getByText("In words").click();
        assertThat(attempts.locator("li").last()).containsText("2 succeeded, 4 failed");
        assertThat(chart(window, "Response time").locator("ol")).containsText("median 12 ms, 95th percentile 12 ms");
        assertThat(window.page().locator(".tiles")).containsText("66.6 %");
        assertThat(window.page().getByText("No attempt fails at present.")).isVisible();
    }

    /** An empty bar would say that nothing was delivered then. */
    @Test
    void barsBeforeWhatWasReadAreMarked() {
        String page = list(IntStream.range(0, 100)
                        .mapToObj(number -> delivery(number, "succeeded", "\"succeeded\"", 200, 1)))
                .replace("\"has_more\":false,\"next_cursor\":null", "\"has_more\":true,\"next_cursor\":\"evt_more\"");
        ConsoleWindow window = opened(page, "");

        assertThat(chart(window, "Attempts").locator(".legend")).containsText("not read");
        assertThat(chart(window, "Attempts").locator("svg rect.unread")).hasCount(1 + 22);
        assertThat(chart(window, "Attempts").locator("ol li").first()).containsText("succeeded, read in part");
        assertThat(chart(window, "Attempts").locator("ol li").last()).not().containsText("read in part");
    }

    /** Nothing is read of the log but what failed last. */
    @Test
    void chartsShowWhatTheApiHasCounted() {
        ConsoleWindow window = counted(true);

        assertThat(window.page().locator("figcaption"))
                .hasText("70 delivered, 2 pending, 3 not delivered, 14 attempts failed, median 74 ms");
        assertThat(window.page().locator(".tiles")).containsText("182 ms");
        assertThat(chart(window, "Deliveries").locator("ol li")).hasCount(1);
        assertThat(chart(window, "Deliveries").locator("ol")).containsText("70 delivered, 2 pending, 3 not delivered");
        assertThat(chart(window, "Attempts").locator("ol")).containsText("76 succeeded, 14 failed");
        assertThat(chart(window, "Response time").locator("ol")).containsText("median 74 ms, 95th percentile 182 ms");
        window.page()
                .waitForRequest(request -> request.url().contains("interval=day"), () -> window.choice("Charts cover")
                        .selectOption("last 30 days"));
        assertThat(window.page().getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Last 30 days")))
                .isVisible();
    }

    @Test
    void figuresThatAreNotOfEverythingSaySo() {
        assertThat(counted(false).page().locator("figcaption")).containsText("There was more than could be counted.");
    }

    private ConsoleWindow counted(boolean complete) {
        Page page = site.visit("about:blank", 1200, 800, ColorScheme.LIGHT);
        routed(page, "", "");
        String nothing = """
                {"from":"2026-11-20T07:00:00.000Z","delivered":0,"failed":0,"pending":0,"attempts":0,"failed_attempts":0,
                 "p50_ms":null,"p95_ms":null,"p99_ms":null}""";
        String figures = """
                {"from":"2026-11-20T08:00:00.000Z","delivered":70,"failed":3,"pending":2,"attempts":90,"failed_attempts":14,
                 "p50_ms":74,"p95_ms":182,"p99_ms":315}""";
        page.route(
                url -> url.contains("/stats?"),
                route -> fulfil(
                        route,
                        "{\"data\":[" + nothing + "," + figures + "],\"total\":" + figures + ",\"complete\":" + complete
                                + "}"));
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE) + "&page=/webhooks/" + webhook);
        return new ConsoleWindow(page);
    }

    @Test
    void chartsCoverTheTimeThatIsChosen() {
        ConsoleWindow window = opened(list(Stream.of(delivery(5 * 60, "failed", "\"status\"", 503, 1))), "");
        assertThat(window.page().locator("figcaption")).hasText("0 delivered, 1 failed, 4 attempts failed");
        window.page()
                .waitForRequest(
                        request -> since(request.url()).isBefore(Instant.now().minus(Duration.ofDays(29))),
                        () -> window.choice("Charts cover").selectOption("last 30 days"));

        assertThat(window.page().getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Last 30 days")))
                .isVisible();
        assertThat(window.page()).hasURL(Pattern.compile(".*range=month"));
    }

    /** Neither the webhook nor the deliveries are there as the page gets them. */
    @Test
    void deliveryThatWaitsForAnEarlierOneLeadsToIt() {
        Page page = site.visit("about:blank", 1200, 800, ColorScheme.LIGHT);
        page.route(
                url -> url.endsWith("/v1/webhooks/" + webhook),
                route -> fulfil(
                        route, route.fetch().text().replace("\"ordering\":null", "\"ordering\":\"appointment\"")));
        page.route(url -> url.endsWith("/deliveries/evt_2"), route -> fulfil(route, waiting()));
        page.route(url -> url.endsWith("/deliveries/evt_1"), route -> fulfil(route, withAttempts()));
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE) + "&page=/webhooks/" + webhook + "/deliveries/evt_2");
        ConsoleWindow window = new ConsoleWindow(page);

        assertThat(page.getByText("gets the events of an appointment in their order"))
                .isVisible();
        window.link("evt_1").click();
        assertThat(page).hasURL(Pattern.compile(".*/deliveries/evt_1"));
    }

    private static Instant since(String url) {
        Matcher since = SINCE.matcher(URLDecoder.decode(url, StandardCharsets.UTF_8));
        return since.find() ? Instant.parse(since.group(1)) : Instant.MAX;
    }

    private static Locator chart(ConsoleWindow window, String title) {
        return window.page()
                .locator(".chart")
                .filter(new Locator.FilterOptions()
                        .setHas(window.page()
                                .getByRole(
                                        AriaRole.HEADING,
                                        new Page.GetByRoleOptions()
                                                .setName(title)
                                                .setExact(true))));
    }

    @Test
    void deliveriesAreFilteredByWhatTheApiDoesNotFilterBy() {
        ConsoleWindow window = opened(
                list(Stream.of(
                        delivery(1, "failed", "\"status\"", 503, 1),
                        delivery(2, "failed", "\"status\"", 404, 2),
                        delivery(3, "failed", "\"timeout\"", null, 3))),
                "");
        assertThat(window.rows()).hasCount(3);
        window.field("HTTP status").fill("404");
        window.field("HTTP status").blur();
        assertThat(window.rows()).hasCount(1);
        assertThat(window.rows()).containsText("HTTP 404");
        window.field("HTTP status").fill("");
        window.choice("Last outcome").selectOption("no response in time");
        assertThat(window.rows()).hasCount(1);
        assertThat(window.rows()).containsText("no response in time");
        window.page().reload();
        assertThat(window.rows()).hasCount(1);

        window.choice("Last outcome").selectOption("all");
        assertThat(window.rows()).hasCount(3);
        window.field("Recorded before").fill(minutesAgo(90));
        window.field("Recorded before").blur();
        assertThat(window.page().getByText("There is no such delivery.")).isVisible();
        assertThat(window.page().getByText("Redeliver what is shown")).hasCount(0);
    }

    @Test
    void whatIsShownIsReplayedWithItsTimesAndStatus() {
        ConsoleWindow window = opened(list(Stream.of(delivery(1, "failed", "\"status\"", 503, 1))), "");
        String since = minutesAgo(120);
        window.field("Recorded from").fill(since);
        window.field("Recorded from").blur();
        window.choice("Status").selectOption("failed");
        window.link("Redeliver what is shown").click();

        assertThat(window.heading()).hasText("Replay");
        assertThat(window.field("Events recorded from")).hasValue(since);
        assertThat(window.choice("Send")).hasValue("failed");
        window.page().getByText("The same in a terminal").click();
        assertThat(window.page().locator(".terminal pre").last())
                .containsText(Pattern.compile(
                        "clinic-events replay " + webhook + ".*--delivery-status failed.*--dry-run", Pattern.DOTALL));
    }

    /** A replay cannot choose by the HTTP status, so each is sent again; test events cannot be. */
    @Test
    void whatIsShownIsRedeliveredOneByOneWhereNoReplayKnowsTheFilter() {
        Page page = site.visit("about:blank", 1200, 800, ColorScheme.LIGHT);
        routed(
                page,
                list(Stream.of(
                        delivery(1, "failed", "\"status\"", 503, 1),
                        delivery(2, "failed", "\"status\"", 404, 1),
                        delivery(3, "failed", "\"status\"", 503, 1),
                        delivery(4, "failed", "\"status\"", 503, 1)
                                .replaceFirst("\"clinic_id\":\"[^\"]+\"", "\"clinic_id\":null"))),
                "");
        List<String> redelivered = new CopyOnWriteArrayList<>();
        page.route(url -> url.endsWith("/redeliver"), route -> {
            redelivered.add(route.request().url().replaceFirst(".*/(evt_[^/]+)/redeliver", "$1"));
            if (redelivered.size() == 1) {
                fulfil(route, "{}");
            } else {
                route.fulfill(new Route.FulfillOptions()
                        .setStatus(409)
                        .setContentType("application/json")
                        .setBody("{\"error\":{\"code\":\"event_expired\",\"message\":\"It is not kept any more.\"}}"));
            }
        });
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE) + "&page=/webhooks/" + webhook);
        ConsoleWindow window = new ConsoleWindow(page);
        window.field("HTTP status").fill("503");
        window.field("HTTP status").blur();
        assertThat(window.rows()).hasCount(3);
        List<String> shown = window.rows().locator(".id > span").allTextContents();
        window.button("Redeliver what is shown").click();
        assertThat(window.dialog()).containsText("Redeliver 2 deliveries?");
        window.confirm("Redeliver");

        window.says("1 event is being delivered again. 1 was refused: It is not kept any more.");
        assertThat(redelivered).containsExactly(shown.get(1), shown.getFirst());
    }

    /** West of Greenwich, a day of UTC begins on the day before. */
    @Test
    void daysOfTheFiguresAreThoseOfUtcWhereverTheReaderIs() {
        Page page = site.elsewhere("America/New_York");
        routed(page, "", "");
        String day = """
                {"from":"2026-11-20T00:00:00.000Z","delivered":70,"failed":3,"pending":2,"attempts":90,"failed_attempts":14,
                 "p50_ms":74,"p95_ms":182,"p99_ms":315}""";
        page.route(
                url -> url.contains("/stats?"),
                route -> fulfil(route, "{\"data\":[" + day + "],\"total\":" + day + ",\"complete\":true}"));
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE) + "&page=/webhooks/" + webhook + "?range%3Dmonth");
        ConsoleWindow window = new ConsoleWindow(page);

        assertThat(chart(window, "Deliveries").locator("ol")).containsText("20 Nov 2026: 70 delivered");
        assertThat(chart(window, "Deliveries").locator(".axis")).containsText("20 Nov");
        assertThat(page.locator("main")).containsText("in days of UTC");
    }

    /** As a field of the browser has it, whose time zone is UTC. */
    private static String minutesAgo(int minutes) {
        return DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm")
                .format(Instant.now().minus(Duration.ofMinutes(minutes)).atOffset(ZoneOffset.UTC));
    }

    @Test
    void deliveryTakesThreeLinesOnAPhone() {
        String deliveries = list(Stream.of(
                delivery(1, "failed", "\"status\"", 503, 1),
                delivery(2, "pending", "\"timeout\"", null, 2),
                delivery(3, "succeeded", "\"succeeded\"", 200, 3)));
        Page page = site.phone("de-DE");
        routed(page, deliveries, "");
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE) + "&page=/webhooks/" + webhook);
        assertThat(page.locator("tbody tr")).hasCount(3);

        assertThat(
                        (List<?>)
                                page.evaluate(
                                        "[...document.querySelectorAll('tbody tr')].map((row) => Math.ceil(row.getBoundingClientRect().height))"))
                .allSatisfy(height -> assertThat((Integer) height).isBetween(1, HIGHEST));
    }

    @Test
    void attemptsAreATimelineWithTheHeadersOfEachRequest() {
        ConsoleWindow window = opened("", "\"capture_responses\":false");
        window.page()
                .navigate(site.target()
                        .at("/v1/console#/webhooks/" + webhook + "/deliveries/evt_1")
                        .toString());
        Locator latest = window.entries("attempt 2 of retry cycle 1");
        assertThat(window.page().locator(".timeline > li")).hasCount(3);
        assertThat(window.page().locator(".timeline > li").first()).containsText("Next attempt");
        assertThat(latest).containsText("HTTP 503");
        assertThat(latest).containsText("1,084 ms");

        latest.getByText("Request of attempt 2").click();
        assertThat(latest).containsText(Pattern.compile("Service-Attempt\\s+2"));
        assertThat(latest).containsText(Pattern.compile("webhook-id\\s+evt_1"));
        assertThat(latest).containsText(Pattern.compile("X-Api-Key\\s+never shown"));
        window.button("Capture responses").click();
        window.says("Responses to failed attempts are captured");
        for (String language : List.of("Java", "Python", "Node.js", "Go", "Ruby")) {
            window.page()
                    .getByText(language, new Page.GetByTextOptions().setExact(true))
                    .click();
            assertThat(window.page()
                            .locator("details[open]")
                            .filter(new Locator.FilterOptions().setHasText(language))
                            .locator("pre"))
                    .containsText(Pattern.compile("\\.[vV]erify\\("));
        }
    }

    @Test
    void idsAndUrlsAreCopied() {
        ConsoleWindow window = opened(list(Stream.of(delivery(1, "failed", "\"status\"", 503, 1))), "");
        window.button("Copy " + webhook).click();
        assertThat(window.button("Copied")).isVisible();
        window.field("Search").press("Control+V");
        assertThat(window.field("Search")).hasValue(webhook);
    }

    /** For a key that sees some clinics, for which the API counts nothing. */
    private ConsoleWindow opened(String deliveries, String settings) {
        Page page = site.visit("about:blank", 1200, 800, ColorScheme.LIGHT);
        routed(page, deliveries, settings);
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE, "[\"cln_station\"]") + "&page=/webhooks/" + webhook);
        return new ConsoleWindow(page);
    }

    private void routed(Page page, String deliveries, String settings) {
        page.route(
                url -> url.contains("/deliveries?"),
                route -> fulfil(route, deliveries.isEmpty() ? list(Stream.of()) : deliveries));
        page.route(url -> url.endsWith("/deliveries/evt_1"), route -> fulfil(route, withAttempts()));
        if (!settings.isEmpty()) {
            page.route(url -> url.endsWith("/v1/webhooks/" + webhook), route -> {
                String body = route.fetch().text().replace("\"header_names\":null", "\"header_names\":[\"X-Api-Key\"]");
                fulfil(route, body);
            });
        }
    }

    private static String list(Stream<String> elements) {
        return "{\"data\":[" + elements.collect(Collectors.joining(",")) + "],\"has_more\":false,\"next_cursor\":null}";
    }

    /** A delivery that was recorded some minutes ago, and attempted then. */
    private static String delivery(int minutes, String status, String outcome, @Nullable Integer code, int number) {
        Instant recorded = Instant.now().minus(Duration.ofMinutes(minutes));
        int failed = status.equals("succeeded") ? 0 : 4;
        return """
                {"event_id":"%s","event_type":"offer.declined","clinic_id":"cln_station","status":"%s","retry_cycle":1,"attempts_count":%d,
                 "failed_attempts_count":%d,"first_attempt_at":"%s","next_attempt_at":%s,"last_outcome":%s,"last_status_code":%s,
                 "last_duration_ms":12}""".formatted(
                        id(recorded, number * 1_000 + minutes),
                        status,
                        Math.max(1, failed),
                        failed,
                        recorded,
                        status.equals("pending") ? "\"" + Instant.now() + "\"" : "null",
                        outcome,
                        code);
    }

    /** The ID of an event that was recorded then. */
    private static String id(Instant recorded, int number) {
        long rest = recorded.toEpochMilli();
        StringBuilder digits = new StringBuilder();
        for (int digit = 0; digit < 10; digit++) {
            digits.insert(0, DIGITS.charAt((int) (rest % DIGITS.length())));
            rest /= DIGITS.length();
        }
        return "evt_%s%016d".formatted(digits, number);
    }

    private static String withAttempts() {
        String attempts = Stream.of(1, 2)
                .map(number -> """
                        {"retry_cycle":1,"number":%d,"at":"2026-11-20T14:0%d:11Z","duration_ms":%d,"outcome":"status","outcome_detail":null,
                         "status_code":503,"response":null}""".formatted(number, number, 1_082 + number))
                .collect(Collectors.joining(","));
        return """
                {"event_id":"evt_1","event_type":"offer.declined","clinic_id":null,"status":"pending","retry_cycle":1,"attempts_count":2,
                 "failed_attempts_count":2,"first_attempt_at":"2026-11-20T14:01:11Z","next_attempt_at":"2026-11-20T15:01:11Z",
                 "last_outcome":"status","last_status_code":503,"last_duration_ms":84,"waiting_for":null,"attempts":[%s]}""".formatted(attempts);
    }

    private static String waiting() {
        return """
                {"event_id":"evt_2","event_type":"appointment.booked","clinic_id":"cln_station","status":"pending","retry_cycle":1,
                 "attempts_count":0,"failed_attempts_count":0,"first_attempt_at":null,"next_attempt_at":null,"last_outcome":null,
                 "last_status_code":null,"last_duration_ms":null,"waiting_for":"evt_1","attempts":[]}""";
    }

    private static void fulfil(Route route, String body) {
        route.fulfill(
                new Route.FulfillOptions().setContentType("application/json").setBody(body));
    }
}
