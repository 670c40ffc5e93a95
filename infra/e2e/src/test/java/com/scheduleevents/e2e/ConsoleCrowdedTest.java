package com.scheduleevents.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that neither the longest values nor many of a kind make a page of the console hard to read. */
@RequiresBrowser
class ConsoleCrowdedTest {

    private static final int WIDE = 1200;
    private static final int NARROW = 320;

    private static final String WIDTHS = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]";

    /**
     * What is broken: a badge of several lines in a table, or that reaches beyond its cell; a word or an ID of the usual length that is on two
     * lines; a cell that reaches into the next one; a label of more than three lines where it is a heading or a link; a section that is out of
     * sight.
     */
    private static final String BROKEN = """
            (() => {
              const lines = (range) => new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size;
              const shown = (element) => element.checkVisibility();
              const inTable = [...document.querySelectorAll('thead')].some(shown);
              const badges = [...document.querySelectorAll('.badge')].filter(shown).filter((badge) => {
                const height = badge.clientHeight / parseFloat(getComputedStyle(badge).lineHeight);
                const cell = badge.closest('td div, dd').getBoundingClientRect();
                return (inTable && badge.closest('td') && height > 1.5)
                    || height > badge.textContent.trim().split(/\\s+/).length + .5
                    || badge.getBoundingClientRect().right > cell.right + 1;
              }).map((badge) => badge.outerHTML);
              const words = [...document.querySelectorAll('th, td, dd')].filter(shown).flatMap((cell) => {
                const found = [];
                const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
                for (let text = texts.nextNode(); text; text = texts.nextNode()) {
                  for (const word of text.data.matchAll(/(?<!\\S)\\S{1,12}(?!\\S)|(?<!\\S)(?:evt|key|rpl|whk)_\\w{26}(?!\\S)/g)) {
                    const range = document.createRange();
                    range.setStart(text, word.index);
                    range.setEnd(text, word.index + word[0].length);
                    if (shown(text.parentElement) && lines(range) > 1) {
                      found.push(word[0]);
                    }
                  }
                }
                return found;
              });
              const cells = [...document.querySelectorAll('th, td')].filter(shown)
                  .filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.outerHTML);
              const labels = [...document.querySelectorAll('h1 bdi, a bdi')].filter(shown)
                  .filter((label) => label.clientHeight > 3.5 * parseFloat(getComputedStyle(label).lineHeight)).map((label) => label.outerHTML);
              const sections = [...document.querySelectorAll('nav a')]
                  .filter((link) => link.getBoundingClientRect().right > document.documentElement.clientWidth).map((link) => link.textContent);
              return [...badges, ...words, ...cells, ...labels, ...sections];
            })()""";

    private static final String CHANGE = """
            {"id":"aud_1","created_at":"2026-11-27T10:48:12.000Z","action":"delivery.dismissed","reason":"retries_exhausted","host":"receiver.example",
             "actor":{"type":"api_key","api_key_id":"key_01M8DMEKXHG09KAMGP1WM9EPAG"},"webhook_id":"whk_01M8DMEKXHG09KAMGP1WM9EPAG",
             "event_id":"evt_01M8DMEKXHG09KAMGP1WM9EPAG","replay_id":null,"api_key_id":null}""";

    private final ConsoleSite site;

    /** Of today, so that charts of the last 24 hours have it. */
    private final Instant firstAttempt = Instant.now().minusSeconds(60).truncatedTo(ChronoUnit.SECONDS);

    ConsoleCrowdedTest(ConsoleSite site) {
        this.site = site;
    }

    @AfterEach
    void pageDidNothingThatItMustNot() {
        site.endVisit();
        assertThat(site.problems()).isEmpty();
    }

    @Test
    void longestValuesBreakNeitherARowNorABadgeNorAPage() {
        ApiClientAccount owner = site.account();
        String webhook = owner.register(
                        site.target().receiver().resolve("/hooks/" + "u".repeat(1_900)),
                        List.of("appointment.rescheduled", "offer.expired"),
                        "cln_station")
                .path("id")
                .asText();
        assertThat(owner.send(
                                "PATCH",
                                "/v1/webhooks/" + webhook,
                                owner.json(),
                                "{\"description\":\"" + "W".repeat(500) + "\"}")
                        .status())
                .isEqualTo(200);
        assertThat(owner.post("/v1/webhooks/" + webhook + "/disable", "{}").status())
                .isEqualTo(200);
        Page page = site.scriptable(WIDE, 800, ColorScheme.LIGHT);
        page.route(url -> url.contains("/deliveries?"), route -> fulfil(route, list(deliveries(webhook))));
        page.route(url -> url.contains("/replays?"), route -> fulfil(route, list(replays(webhook))));
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE));
        assertThat(new ConsoleWindow(page).heading()).hasText("Overview");
        for (String path : List.of(
                "/overview",
                "/search?q=" + "W".repeat(500),
                "/webhooks",
                "/webhooks/" + webhook,
                "/webhooks/" + webhook + "/replay",
                "/webhooks/" + webhook + "/change")) {
            page.navigate(site.target().at("/v1/console#" + path).toString());
            assertThat(page.locator("main")).containsText("W".repeat(500));
            assertThat(page.locator(path.endsWith("/change") ? "form" : "tbody tr")
                            .first())
                    .isVisible();
            assertNothingIsBroken(page, path);
        }
        owner.delete("/v1/webhooks/" + webhook);
        page.route(url -> url.contains("/v1/audit_log"), route -> fulfil(route, list(CHANGE)));
        page.route(
                url -> url.contains("/v1/api_keys"),
                route -> fulfil(route, list(key("key_01M8DMEKXHG09KAMGP1WM9EPAG", "W".repeat(100), "null"))));
        for (String path : List.of("/audit", "/keys")) {
            page.navigate(site.target().at("/v1/console#" + path).toString());
            assertThat(page.locator("tbody tr")
                            .filter(new Locator.FilterOptions().setHasText("key_01M8DMEKXHG09KAMGP1WM9EPAG")))
                    .hasCount(1);
            assertNothingIsBroken(page, path);
        }
    }

    @Test
    void labelThatIsReadFromRightToLeftLeavesTheLinesAroundItAsTheyAre() {
        ApiClientAccount owner = site.account();
        String label = "مكتب الاستقبال 3";
        String webhook = owner.register(
                        site.target().receiver().resolve("/hooks/rtl"), List.of("offer.expired"), "cln_station")
                .path("id")
                .asText();
        assertThat(owner.send("PATCH", "/v1/webhooks/" + webhook, owner.json(), "{\"description\":\"" + label + "\"}")
                        .status())
                .isEqualTo(200);
        Page page = site.scriptable(390, 844, ColorScheme.LIGHT);
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE) + "&page=/webhooks/" + webhook);
        assertThat(page.locator("h1")).hasText(label);
        assertThat(page.locator("figcaption")).isVisible();
        assertNothingIsBroken(page, "/webhooks/" + webhook);
        page.navigate(
                site.target().at("/v1/console#/webhooks/" + webhook + "/replay").toString());
        Locator name = page.locator(".trail bdi");
        assertThat(name).hasText(label);
        assertThat((Boolean) name.evaluate("""
                (name) => {
                  const before = document.createRange();
                  before.selectNodeContents(name.closest('p').firstChild);
                  return before.getBoundingClientRect().right <= name.getBoundingClientRect().left + 1;
                }""")).isTrue();
        owner.delete("/v1/webhooks/" + webhook);
    }

    /** In German, 1.100 would be 1,100; between English words it reads as one. */
    @Test
    void numbersAreWrittenAsTheSentencesAroundThemAndTimesAsTheReaderDoes() {
        ApiClientAccount owner = site.account();
        String webhook = owner.register(
                        site.target().receiver().resolve("/hooks/german"), List.of("offer.expired"), "cln_station")
                .path("id")
                .asText();
        assertThat(owner.post("/v1/webhooks/" + webhook + "/disable", "{}").status())
                .isEqualTo(200);
        Page page = site.phone("de-DE");
        page.route(url -> url.contains("/deliveries?"), route -> fulfil(route, list(deliveries(webhook))));
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE, "[\"cln_station\"]") + "&page=/webhooks/" + webhook);

        String day = DateTimeFormatter.ofPattern("dd\\.MM\\.yyyy")
                .withZone(ZoneOffset.UTC)
                .format(firstAttempt);
        assertThat(page.locator("tbody tr").first())
                .containsText(Pattern.compile(
                        "Attempts\\s*1,200 attempts\\s*, 1,100 failed.*" + day + ".*of retry cycle 2", Pattern.DOTALL));
        assertThat(page.locator("main")).containsText("22,000 attempts failed");
        assertThat(page.getByText("The latest delivery that failed:"))
                .containsText(Pattern.compile(
                        "1,100 attempts failed in 2 retry cycles,\\s+of which the last began on " + day));
        assertThat(page.locator("main")).not().containsText(Pattern.compile("\\d\\.\\d{3}\\b"));
        // What waited is not sent.
        assertThat(page.locator("main")).not().containsText("Backlog");
        owner.delete("/v1/webhooks/" + webhook);
    }

    /** The narrowest window with a table, and the widest with cards, are among them. */
    private static void assertNothingIsBroken(Page page, String path) {
        for (int width : List.of(WIDE, 1_089, 1_088, 390, NARROW)) {
            page.setViewportSize(width, 800);
            List<?> widths = (List<?>) page.evaluate(WIDTHS);
            assertThat(widths.getFirst()).as("%s in %s pixels", path, width).isEqualTo(widths.getLast());
            assertThat((List<?>) page.evaluate(BROKEN))
                    .as("%s in %s pixels", path, width)
                    .isEmpty();
        }
    }

    private static String list(String elements) {
        return "{\"data\":[" + elements + "],\"has_more\":false,\"next_cursor\":null}";
    }

    /** Of each status, with the longest texts that the console has for them, in a clinic with an ID of the usual length or the longest. */
    private String deliveries(String webhook) {
        List<String> statuses = List.of("pending", "succeeded", "failed", "dismissed", "not_sent");
        List<String> clinics = List.of("cln_harbour", "cln_" + "c".repeat(64));
        List<String> outcomes = List.of("\"refused_address\"", "null");
        return IntStream.range(0, 20)
                .mapToObj(number -> """
                        {"webhook_id":"%s","event_id":"evt_01M8DMEKXHG09KAMGP1WM9%04d","event_type":"appointment.rescheduled","clinic_id":"%s",
                         "status":"%s","retry_cycle":2,"attempts_count":1200,"failed_attempts_count":1100,
                         "first_attempt_at":"%s","next_attempt_at":"2026-11-27T10:58:12.000Z","last_outcome":%s,
                         "last_status_code":null,"last_duration_ms":3}""".formatted(
                                webhook,
                                number,
                                clinics.get(number % 2),
                                statuses.get(number / 4),
                                firstAttempt,
                                outcomes.get(number / 2 % 2)))
                .collect(Collectors.joining(","));
    }

    private static String replays(String webhook) {
        return Stream.of(
                        "\"completed\",\"ended_reason\":null",
                        "\"cancelled\",\"ended_reason\":null",
                        "\"ended\",\"ended_reason\":\"webhook_disabled\"")
                .map(status -> """
                        {"id":"rpl_01M8DHK0TAB0G85JRTM7WSRQJ5","webhook_id":"%s","status":%s,"since":"2026-11-20T10:48:12.000Z",
                         "until":"2026-11-27T10:48:12.000Z","delivery_status":"missed","events_looked_at":1234567,"events_queued":1234567,
                         "position":"2026-11-27T10:48:12.000Z","created_at":"2026-11-27T10:48:12.000Z","ended_at":"2026-11-27T10:48:12.000Z"}""".formatted(webhook, status))
                .collect(Collectors.joining(","));
    }

    /** E-mails of a week have more keys than anybody issues; these are in the browser alone. */
    @Test
    void linksInEmailsAreASectionOfTheirOwnWithTheLabelsOfTheirWebhooks() {
        Page page = site.empty();
        page.route(url -> url.contains("/v1/api_keys"), route -> {
            boolean second = route.request().url().contains("starting_after");
            String mails = IntStream.range(0, 25)
                    .mapToObj(number -> key("key_mail" + number, "E-mail about whk_desk", "null"))
                    .collect(Collectors.joining(","));
            String own = key("key_own", "Chair 7", "\"key_demo\"");
            fulfil(
                    route,
                    "{\"data\":[%s],\"has_more\":%b,\"next_cursor\":%s}"
                            .formatted(second ? own : mails, !second, second ? "null" : "\"key_mail24\""));
        });
        page.route(
                url -> url.contains("/v1/webhooks?"),
                route -> fulfil(
                        route,
                        "{\"data\":[{\"id\":\"whk_desk\",\"description\":\"Front desk\"}],\"has_more\":false,\"next_cursor\":null}"));
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE) + "&page=/keys");
        ConsoleWindow window = new ConsoleWindow(page);
        assertThat(window.rows("Chair 7")).isVisible();
        assertThat(window.rows("Front desk").first()).not().isVisible();

        page.getByText("25 links in e-mails").click();
        assertThat(window.rows("Front desk")).hasCount(25);
        assertThat(window.rows("Front desk").first()).isVisible();
    }

    private static String key(String id, String description, String by) {
        return """
                {"id":"%s","description":"%s","scopes":["webhooks:read"],"clinic_ids":null,"created_at":"2026-11-20T14:02:11Z",
                 "created_by":%s,"expires_at":"2126-11-20T14:02:11Z","last_used_on":null}""".formatted(id, description, by);
    }

    private static void fulfil(Route route, String body) {
        route.fulfill(
                new Route.FulfillOptions().setContentType("application/json").setBody(body));
    }

    @Test
    void readerWhoMayChangeNothingIsToldWhatFailedAndHowToAct() {
        ReceiverInbox inbox = ReceiverInbox.open(
                        site.target(), "read-only", List.of("appointment.booked"), "cln_oldtown")
                .order("\"do\":\"status\",\"status\":500");
        String event = site.account().record(ChangeSamples.of("appointment.booked", "cln_oldtown", "prv_read_only"));
        Await.await("a failed attempt")
                .until(() -> !site.account().attempts(inbox.webhook(), event).isEmpty());
        ConsoleWindow window = new ConsoleWindow(site.visit(
                site.link("\"webhooks:read\"", "[\"cln_oldtown\"]") + "&page=/webhooks/" + inbox.webhook(),
                390,
                844,
                ColorScheme.LIGHT));

        assertThat(window.page().getByText("The latest delivery that failed:")).containsText("HTTP 500");
        assertThat(window.page().getByText("To act, sign in with an API key that has the scope webhooks:write"))
                .isVisible();
        assertThat(window.button("Disable")).hasCount(0);
        inbox.delete(site.account());
    }
}
