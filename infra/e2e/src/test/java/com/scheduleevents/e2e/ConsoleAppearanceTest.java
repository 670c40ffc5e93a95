package com.scheduleevents.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tests that every page of the console can be read and used by everybody: with a keyboard alone, in a narrow window, in both colour
 * schemes, and within the rules of axe-core for WCAG 2.2 AA. The pages are those of an account with a receiver that works and one that
 * fails. {@code -Dscreenshots=../../docs/console} makes the pictures of docs/console anew.
 */
@RequiresBrowser
class ConsoleAppearanceTest {

    /** Its appointment's history has the events of this class alone. */
    private static final String PROVIDER = "prv_22";

    /** Of pages that have no picture. */
    private static final String DOCS = "docs";

    private static final int WIDE = 1200;
    private static final int HIGH = 800;
    private static final int PHONE = 390;
    private static final int PHONE_HIGH = 844;
    private static final int NARROW = 320;
    private static final int NARROW_HIGH = 640;

    /**
     * Violations of WCAG 2.2 A and AA and of what axe-core calls best practice, as "rule: elements". Of what passes it need not
     * describe each element.
     */
    private static final String VIOLATIONS = """
            axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations']})
              .then((result) => result.violations.map((rule) => rule.id + ': ' + rule.nodes.map((node) => node.html).join(' ')))""";

    private static final String WIDTHS = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]";

    /** The paths of all pages, by the name of their screenshot, with a text that shows that they are complete. */
    private final Map<String, List<String>> pages = new LinkedHashMap<>();

    private final ConsoleSite site;

    /** The path of the page of a webhook. */
    private String webhook = "";

    ConsoleAppearanceTest(ConsoleSite site) {
        this.site = site;
    }

    @BeforeAll
    void useTheAccount() {
        ApiClientAccount owner = site.account();
        ReceiverInbox working = ReceiverInbox.open(site.target(), "works", List.of("*"), "cln_harbour");
        ReceiverInbox failing = ReceiverInbox.open(
                        site.target(), "fails", List.of("appointment.cancelled"), "cln_station")
                .order("\"do\":\"status\",\"status\":503");
        // Other classes record events of the same clinics.
        describe(owner, working, "Front desk", PROVIDER);
        describe(owner, failing, "Practice system", "prv_8");
        List<String> types = List.of("booked", "confirmed", "cancelled", "completed", "no_show");
        List<String> recorded = types.stream()
                .map(type -> owner.record(ChangeSamples.of("appointment." + type, "cln_harbour", PROVIDER)))
                .toList();
        List<String> refused = owner.record(ChangeSamples.cancelled("cln_station", "prv_8"), 15);
        Await.await("the deliveries").until(() -> recorded.stream().allMatch(working::accepted));
        Await.await("the open circuit").until(() -> owner.webhook(failing.webhook())
                .at("/health/circuit")
                .asText()
                .equals("open"));
        // The open circuit keeps some of them back, and the first may be one of these.
        String first = Await.await("a failed attempt")
                .until(
                        () -> refused.stream()
                                .filter(event -> !owner.attempts(failing.webhook(), event)
                                        .isEmpty())
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
        // These wait, as the page of a webhook with an open circuit says of new deliveries.
        owner.record(ChangeSamples.cancelled("cln_station", "prv_8"), 5);
        Await.await("the backlog")
                .until(() ->
                        owner.webhook(failing.webhook()).at("/health/backlog").asInt() > 1);
        webhook = "/webhooks/" + failing.webhook();
        pages.put("overview", List.of("/overview", "HTTP 503"));
        pages.put("search", List.of("/search?q=desk", "Front desk"));
        pages.put("webhooks", List.of("/webhooks", "5 delivered"));
        pages.put("registration", List.of("/webhooks/new", "Only these:"));
        pages.put("webhook", List.of(webhook, "0 delivered"));
        pages.put("change", List.of(webhook + "/change", "Only these:"));
        pages.put("replay", List.of(webhook + "/replay", "Count the events"));
        pages.put("delivery", List.of(webhook + "/deliveries/" + first, "HTTP 503"));
        pages.put("events", List.of("/events", "Events, newest first"));
        pages.put("event", List.of("/events/" + recorded.getLast(), "HTTP 200"));
        pages.put("appointment", List.of("/appointments/" + ChangeSamples.appointment(PROVIDER), "HTTP 200"));
        pages.put("types", List.of("/types", "offer.accepted"));
        pages.put("usage", List.of("/usage", "events recorded"));
        pages.put("audit", List.of("/audit", "Changes, newest first"));
        pages.put("keys", List.of("/keys", "Console link"));
    }

    private static void describe(ApiClientAccount owner, ReceiverInbox inbox, String description, String provider) {
        HttpsResponse changed = owner.send(
                "PATCH",
                "/v1/webhooks/" + inbox.webhook(),
                owner.json(),
                "{\"description\":\"" + description + "\",\"filter\":{\"provider_id\":[\"" + provider + "\"]}}");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
    }

    @AfterEach
    void pageDidNothingThatItMustNot() {
        site.endVisit();
        assertThat(site.problems()).isEmpty();
    }

    @Test
    void everyPageCanBeReadByEverybody() throws IOException {
        Page page = site.scriptable(WIDE, HIGH, ColorScheme.LIGHT);
        page.addInitScript(axe());
        page.navigate(site.target().at("/v1/console").toString());
        assertThat(page.getByLabel("API key")).isVisible();
        checkEveryAppearance(page, "sign-in");
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE));
        // Another page of the same document, opened before the console has read the link's key, would take its place.
        assertThat(new ConsoleWindow(page).heading()).hasText("Overview");
        for (Map.Entry<String, List<String>> one : pages.entrySet()) {
            page.navigate(
                    site.target().at("/v1/console#" + one.getValue().getFirst()).toString());
            assertThat(page.locator("main")).containsText(one.getValue().getLast());
            checkEveryAppearance(page, one.getKey());
        }
        page.navigate(site.target().at("/v1/console#/keys").toString());
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Issue an API key"))
                .click();
        checkEveryAppearance(page, "question");
    }

    @Test
    void everyKindOfPageForCustomersCanBeReadByEverybody() throws IOException {
        Page page = site.scriptable(WIDE, HIGH, ColorScheme.LIGHT);
        page.addInitScript(axe());
        for (String name :
                List.of("", "/errors", "/receiving-webhooks", "/reference", "/reference-webhooks", "/nothing")) {
            page.navigate(site.target().at("/v1/docs" + name).toString());
            assertThat(page.locator("h1")).isVisible();
            checkEveryAppearance(page, DOCS + name.replace('/', '-'));
        }
    }

    private static void checkEveryAppearance(Page page, String name) {
        for (int width : List.of(WIDE, PHONE, NARROW)) {
            page.setViewportSize(width, width == WIDE ? HIGH : width == PHONE ? PHONE_HIGH : NARROW_HIGH);
            for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
                check(page, name, width, scheme);
            }
        }
    }

    private static void check(Page page, String name, int width, ColorScheme scheme) {
        Optional<String> docs = Optional.ofNullable(System.getProperty("screenshots"));
        if (docs.isPresent()) {
            documented(name, width, scheme)
                    .ifPresent(
                            file -> page.screenshot(new Page.ScreenshotOptions().setPath(Path.of(docs.get(), file))));
        }
        List<?> widths = (List<?>) page.evaluate(WIDTHS);
        assertThat(widths.getFirst())
                .as("width of %s in %s pixels", name, width)
                .isEqualTo(widths.getLast());
        if (width == PHONE) {
            // What a rule says of the elements is the same in the narrowest window.
            return;
        }
        assertThat((List<?>) page.evaluate(VIOLATIONS))
                .as("%s, %s pixels wide, %s", name, width, scheme)
                .isEmpty();
    }

    /** The file of docs/console/pages.md that has this picture: of each page one in each scheme, and one on a phone. */
    private static Optional<String> documented(String name, int width, ColorScheme scheme) {
        if (name.startsWith(DOCS)) {
            return Optional.empty();
        }
        if (width == WIDE) {
            return Optional.of(name + (scheme == ColorScheme.LIGHT ? ".png" : "-dark.png"));
        }
        return Optional.of(name + "-phone.png").filter(_ -> width == PHONE && scheme == ColorScheme.LIGHT);
    }

    private static String axe() throws IOException {
        try (InputStream in = ConsoleAppearanceTest.class.getResourceAsStream("/axe.min.js")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void everythingCanBeReachedWithTheKeyboard() {
        ConsoleWindow window = new ConsoleWindow(site.open(webhook));
        assertThat(window.button("Disable")).isVisible();
        window.link("Skip to the content").focus();
        assertThat(window.link("Skip to the content")).isInViewport();
        window.page().keyboard().press("Enter");
        window.page().keyboard().press("Tab");
        assertThat(window.button("Send test event")).isFocused();
        window.page().keyboard().press("Enter");
        assertThat(window.dialog()).isVisible();
        window.page().keyboard().press("Escape");
        assertThat(window.dialog()).hasCount(0);
        assertThat(window.button("Send test event")).isFocused();
        window.page().keyboard().press("Tab");
        assertThat(window.link("Replay")).isFocused();
        window.page().keyboard().press("Enter");
        assertThat(window.heading()).hasText("Replay");
        assertThat(window.heading()).isFocused();
    }
}
