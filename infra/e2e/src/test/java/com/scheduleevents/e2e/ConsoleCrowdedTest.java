package com.scheduleevents.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that neither the longest values nor many of a kind make a page of the console hard to read. */
@RequiresBrowser
class ConsoleCrowdedTest {

    private static final int WIDE = 1200;
    private static final int NARROW = 320;

    private static final String WIDTHS = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]";

    /** Badges that are broken within a word, or reach beyond the page. */
    private static final String BROKEN = """
            [...document.querySelectorAll('.badge')].filter((badge) => {
                const lines = Math.round(badge.clientHeight / parseFloat(getComputedStyle(badge).lineHeight));
                return lines > badge.textContent.trim().split(/\\s+/).length
                    || badge.getBoundingClientRect().right > document.documentElement.clientWidth;
              }).map((badge) => badge.outerHTML)""";

    private final ConsoleSite site;

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
                        List.of("offer.expired"),
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
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE));
        assertThat(new ConsoleWindow(page).heading()).hasText("Webhooks");
        for (String path : List.of(
                "/webhooks",
                "/webhooks/" + webhook,
                "/webhooks/" + webhook + "/replay",
                "/webhooks/" + webhook + "/change")) {
            page.navigate(site.target().at("/v1/console#" + path).toString());
            assertThat(page.locator("main")).containsText("W".repeat(500));
            for (int width : List.of(WIDE, 390, NARROW)) {
                page.setViewportSize(width, 800);
                List<?> widths = (List<?>) page.evaluate(WIDTHS);
                assertThat(widths.getFirst()).as("%s in %s pixels", path, width).isEqualTo(widths.getLast());
                assertThat((List<?>) page.evaluate(BROKEN))
                        .as("%s in %s pixels", path, width)
                        .isEmpty();
            }
        }
        owner.delete("/v1/webhooks/" + webhook);
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
