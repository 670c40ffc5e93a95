package com.scheduleevents.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests what the console says when the service is out of order, refuses a change, or has nothing to show, and that neither what a person
 * has entered nor the focus of the keyboard nor a click is lost.
 */
@RequiresBrowser
class ConsoleTroubleTest {

    private static final String BROKEN = """
            {"error": {"type": "service", "code": "internal_error", "message": "Something broke.", "request_id": "id-of-the-request"}}""";
    private static final String BUSY = """
            {"error": {"type": "rate_limit", "code": "too_many_requests", "message": "Too many requests.", "request_id": "any"}}""";

    private static final String UNDER_WAY = """
            {"error": {"type": "conflict", "code": "concurrent_changes", "message": "Being processed.", "request_id": "any"}}""";

    private static final String DELIVERY_OF_LAST_WEEK = """
            {"event_id": "evt_last_week", "event_type": "offer.declined", "clinic_id": "cln_station", "status": "failed", "retry_cycle": 1,
            "attempts_count": 11, "failed_attempts_count": 11, "last_outcome": "status", "last_status_code": 503,
            "first_attempt_at": "2026-11-20T14:02:11.337Z"}""";

    private final ConsoleSite site;

    /** What becomes of the requests that a test picks. */
    private final AtomicReference<Consumer<Route>> response = new AtomicReference<>(Route::resume);

    ConsoleTroubleTest(ConsoleSite site) {
        this.site = site;
    }

    @AfterEach
    void pageDidNothingThatItMustNot() {
        response.set(Route::resume);
        site.endVisit();
        assertThat(site.problems()).isEmpty();
    }

    @Test
    void sessionOutlivesAServiceThatCannotBeReachedAtFirst() {
        response.set(Route::abort);
        ConsoleWindow window = open("/webhooks", "/v1/account");
        assertThat(window.page().getByRole(AriaRole.ALERT)).containsText("cannot be reached");
        assertThat(window.page().getByLabel("API key")).hasCount(0);

        response.set(Route::resume);
        window.button("Try again").click();
        assertThat(window.heading()).hasText("Webhooks");
    }

    @Test
    void pageThatCannotBeReadSaysWhyAndIsReadAgain() {
        response.set(fulfilled(500, "application/json", BROKEN));
        ConsoleWindow window = open("/webhooks", "/v1/webhooks?");
        window.says("Something broke. The request's ID is id-of-the-request.");
        assertThat(window.page().getByText("Loading…")).not().isVisible();
        assertThat(window.button("Try again")).isVisible();

        // Live is on.
        response.set(Route::resume);
        assertThat(window.page().getByRole(AriaRole.STATUS)).not().containsText("Something broke.");
        assertThat(window.button("Try again")).hasCount(0);
    }

    @Test
    void pageOfAProxyIsNoResponse() {
        response.set(fulfilled(502, "text/html", "<h1>Bad gateway</h1>"));
        ConsoleWindow window = open("/keys", "/v1/api_keys");
        window.says("The service did not respond itself (status 502).");

        response.set(Route::resume);
        window.button("Try again").click();
        assertThat(window.rows("Console link").first()).isVisible();
        assertThat(window.heading()).isFocused();
        assertThat(window.button("Try again")).hasCount(0);
    }

    @Test
    void requestAboveTheRateIsRepeated() {
        AtomicInteger requests = new AtomicInteger();
        response.set(route -> {
            if (requests.incrementAndGet() > 2) {
                route.resume();
            } else {
                fulfilled(429, "application/json", BUSY).accept(route);
            }
        });
        ConsoleWindow window = open("/keys", "/v1/api_keys");

        assertThat(window.rows("Console link").first()).isVisible();
        assertThat(requests).hasValue(3);
    }

    /** The service has made the key, and knows the repeat by its idempotency key, but not the secret any more. */
    @Test
    void requestWhoseResponseWasLostIsRepeatedUnderItsKey() {
        List<String> keys = new CopyOnWriteArrayList<>();
        response.set(route -> {
            if (isPost(route, keys) && keys.size() == 1) {
                route.fetch();
                route.abort();
            } else {
                route.resume();
            }
        });
        ConsoleWindow window = open("/keys", "/v1/api_keys");
        window.button("Issue an API key").click();
        window.dialog().getByLabel("Description").fill("Lost");
        window.dialog().getByLabel("events:read").check();
        window.confirm("Issue");

        assertThat(window.dialog()).containsText("This key was created before, and its secret is not stored.");
        assertThat(window.dialog().getByTestId("secret")).hasCount(0);
        window.confirm("Close");
        assertThat(keys).hasSize(2).containsOnly(keys.getFirst()).doesNotContain("");
        assertThat(window.rows("Lost")).hasCount(1);
        window.press("Revoke Lost", "Revoke");
        window.says("is revoked");
    }

    @Test
    void requestWhoseLikeIsUnderWayIsRepeatedUnderItsKey() {
        List<String> keys = new CopyOnWriteArrayList<>();
        response.set(route -> {
            if (isPost(route, keys) && keys.size() < 3) {
                fulfilled(409, "application/json", UNDER_WAY).accept(route);
            } else {
                route.resume();
            }
        });
        ConsoleWindow window = open("/keys", "/v1/api_keys");
        window.button("Issue an API key").click();
        window.dialog().getByLabel("Description").fill("Under way");
        window.dialog().getByLabel("events:read").check();
        window.confirm("Issue");

        assertThat(window.secret()).startsWith("sk_");
        assertThat(keys).hasSize(3).containsOnly(keys.getFirst()).doesNotContain("");
        window.press("Revoke Under way", "Revoke");
        window.says("is revoked");
    }

    /** Notes the idempotency key of a POST; an empty one if it has none. */
    private static boolean isPost(Route route, List<String> keys) {
        boolean post = route.request().method().equals("POST");
        if (post) {
            keys.add(route.request().headers().getOrDefault("idempotency-key", ""));
        }
        return post;
    }

    /** Somebody else changes what the address is told before the button is pressed, and again before the request arrives. */
    @Test
    void buttonOverwritesNothingThatSomebodyElseHasChanged() {
        ReceiverInbox inbox = ReceiverInbox.open(site.target(), "buttons", List.of("offer.declined"), "cln_station");
        String webhook = "/v1/webhooks/" + inbox.webhook();
        change(webhook, "{\"notify\":{\"email\":\"desk@console.example\"}}");
        ConsoleWindow window = open("/webhooks/" + inbox.webhook(), webhook);
        assertThat(window.button("Confirm address")).isVisible();
        window.page().getByLabel("Live").uncheck();
        site.awaitResponses(window.page());
        change(webhook, "{\"notify\":{\"email\":\"desk@console.example\",\"without\":[\"slow\"]}}");
        window.button("Confirm address").click();
        window.says("A link to confirm the address is on its way to desk@console.example");
        assertThat(notified(inbox)).isEqualTo("{\"email\":\"desk@console.example\",\"without\":[\"slow\"]}");

        site.awaitResponses(window.page());
        AtomicInteger reads = new AtomicInteger();
        response.set(route -> {
            boolean reading = route.request().method().equals("GET")
                    && route.request().url().endsWith(webhook);
            if (reading) {
                APIResponse read = route.fetch();
                // Whichever read comes last before the change, the page's own or the button's: its ETag is an old one.
                String without = reads.incrementAndGet() % 2 == 0 ? "\"failing\",\"recovered\"" : "\"failing\"";
                change(webhook, "{\"notify\":{\"email\":\"desk@console.example\",\"without\":[" + without + "]}}");
                route.fulfill(new Route.FulfillOptions().setResponse(read));
            } else {
                route.resume();
            }
        });
        pressUntil(window, "The webhook has changed since.");
        assertThat(notified(inbox)).contains("failing");

        response.set(Route::resume);
        change(webhook, "{\"notify\":{\"email\":\"front@console.example\"}}");
        pressUntil(window, "Somebody else has changed the address meanwhile.");
        assertThat(notified(inbox)).contains("front@console.example");
        inbox.delete(site.account());
    }

    /** A press is ignored while the page still reads what the one before has changed. */
    private static void pressUntil(ConsoleWindow window, String text) {
        window.page().waitForCondition(() -> {
            window.button("Confirm address").click();
            return window.page().getByRole(AriaRole.STATUS).textContent().contains(text);
        });
    }

    private void change(String webhook, String fields) {
        HttpsResponse changed =
                site.account().send("PATCH", webhook, site.account().json(), fields);
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
    }

    private String notified(ReceiverInbox inbox) {
        return site.account().webhook(inbox.webhook()).path("notify").toString();
    }

    @Test
    void openPageSaysWhileItIsNotUpToDate() {
        ReceiverInbox inbox = ReceiverInbox.open(site.target(), "stale", List.of("offer.declined"), "cln_station");
        ConsoleWindow window = open("/webhooks/" + inbox.webhook(), "/v1/webhooks");
        assertThat(window.page().locator("dl")).containsText(inbox.webhook());
        response.set(Route::abort);
        window.says("This page is not up to date. The service cannot be reached.");
        assertThat(window.page().locator("dl")).containsText(inbox.webhook());

        response.set(Route::resume);
        assertThat(window.page().getByRole(AriaRole.STATUS)).not().containsText("not up to date");
        inbox.delete(site.account());
        window.says("There is no such webhook.");
    }

    @Test
    void refusedQuestionKeepsWhatWasEntered() {
        ConsoleWindow window = new ConsoleWindow(site.open("/keys"));
        window.button("Issue an API key").click();
        window.dialog().getByLabel("Description").fill("Chair 3");
        window.confirm("Issue");
        assertThat(window.dialog().getByRole(AriaRole.ALERT)).containsText("scopes");
        assertThat(window.dialog().getByLabel("Description")).hasValue("Chair 3");

        window.dialog().getByLabel("events:read").check();
        window.confirm("Issue");
        assertThat(window.secret()).startsWith("sk_");
        window.press("Revoke Chair 3", "Revoke");
        window.says("is revoked");
    }

    @Test
    void secretIsShownUntilItIsStored() {
        ConsoleWindow window = new ConsoleWindow(site.open("/keys"));
        window.button("Make a link to the console").click();
        window.dialog().getByLabel("events:read").check();
        window.confirm("Make the link");
        Locator secret = window.dialog().getByTestId("secret");
        assertThat(secret).isVisible();
        window.page().keyboard().press("Escape");
        window.page().keyboard().press("Escape");
        window.page().keyboard().press("Escape");

        assertThat(secret).isVisible();
        assertThat(window.secret()).contains("#token=");
    }

    @Test
    void questionIsLeftWithItsPage() {
        ConsoleWindow window = new ConsoleWindow(site.open("/events"));
        assertThat(window.heading()).hasText("Events");
        window.link("API keys").click();
        window.button("Issue an API key").click();
        assertThat(window.dialog()).isVisible();
        window.page().goBack();

        assertThat(window.heading()).hasText("Events");
        assertThat(window.dialog()).hasCount(0);
    }

    @Test
    void keyboardAndResultAreNotLostWithTheButtonThatGoes() {
        ReceiverInbox inbox = ReceiverInbox.open(site.target(), "keyboard", List.of("offer.declined"), "cln_station");
        Page page = site.visit(
                site.link(ConsoleSite.EVERY_SCOPE) + "&page=/webhooks/" + inbox.webhook(), 800, 300, ColorScheme.LIGHT);
        ConsoleWindow window = new ConsoleWindow(page);
        window.button("Disable").focus();
        page.keyboard().press("Enter");
        assertThat(window.button("Cancel")).isFocused();
        page.keyboard().press("Tab");
        page.keyboard().press("Enter");
        window.says("The webhook is disabled.");

        assertThat(page.getByText("The webhook is disabled.")).isInViewport();
        assertThat(window.heading()).isFocused();
        inbox.delete(site.account());
    }

    /** The timers of the page stand still meanwhile, so that a slow machine does not end the press. */
    @Test
    void clickIsOnWhatWasUnderThePointerWhenItWasPressed() {
        response.set(fulfilled(200, "application/json", events("evt_pressed")));
        Page page = site.empty();
        page.clock().install();
        page.route(url -> url.contains("/v1/events?"), route -> response.get().accept(route));
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE) + "&page=/events");
        ConsoleWindow window = new ConsoleWindow(page);
        assertThat(window.rows("evt_pressed")).hasCount(1);
        AtomicReference<Route> refresh = new AtomicReference<>();
        response.set(refresh::set);
        page.waitForCondition(() -> refresh.get() != null);
        page.clock().pauseAt(Instant.now().plus(Duration.ofHours(1)).toEpochMilli());

        window.rows("evt_pressed").getByRole(AriaRole.LINK).hover();
        page.mouse().down();
        page.waitForRequestFinished(() -> fulfilled(200, "application/json", events("evt_newer", "evt_pressed"))
                .accept(refresh.get()));
        // A round trip, before which the page has handled the response.
        page.evaluate("() => null");
        page.mouse().up();
        page.clock().resume();

        assertThat(page).hasURL(Pattern.compile(".*/events/evt_pressed"));
    }

    @Test
    void keyboardStaysOnItsLinkWhenNewerRowsCome() {
        response.set(fulfilled(200, "application/json", events("evt_focused")));
        ConsoleWindow window = open("/events", "/v1/events?");
        Locator link = window.rows("evt_focused").getByRole(AriaRole.LINK);
        link.focus();
        response.set(fulfilled(200, "application/json", events("evt_newer", "evt_focused")));
        assertThat(window.rows("evt_newer")).hasCount(1);
        assertThat(link).isFocused();

        window.page().keyboard().press("Enter");
        assertThat(window.page()).hasURL(Pattern.compile(".*/events/evt_focused"));
    }

    private static String events(String... ids) {
        return Arrays.stream(ids)
                .map(id -> "{\"id\": \"%s\", \"type\": \"appointment.no_show\", \"clinic_id\": \"cln_station\"}"
                        .formatted(id))
                .collect(Collectors.joining(",", "{\"data\": [", "], \"has_more\": false, \"next_cursor\": null}"));
    }

    /** Links of e-mails live for seven days, and the event was recorded a day before the e-mail. */
    @Test
    void webhookThatWasDisabledDaysAgoNamesTheDeliveryThatDisabledIt() {
        ReceiverInbox inbox = ReceiverInbox.open(site.target(), "long-ago", List.of("offer.declined"), "cln_station");
        String webhook = site.account()
                .webhook(inbox.webhook())
                .toString()
                .replace("\"status\":\"active\"", "\"status\":\"disabled\"")
                .replace("\"disabled_reason\":null", "\"disabled_reason\":\"retries_exhausted\"");
        response.set(route -> {
            String url = route.request().url();
            if (url.contains("/stats")) {
                route.resume();
                return;
            }
            String page = url.contains("status=failed") ? deliveries(DELIVERY_OF_LAST_WEEK) : deliveries();
            fulfilled(200, "application/json", url.contains("/deliveries") ? page : webhook)
                    .accept(route);
        });
        ConsoleWindow window = open("/webhooks/" + inbox.webhook(), "/v1/webhooks/");

        assertThat(window.page().getByText("The latest delivery that failed:"))
                .containsText("offer.declined, HTTP 503, 11 attempts failed, first on");
        inbox.delete(site.account());
    }

    private static String deliveries(String... deliveries) {
        return "{\"data\": [" + String.join(",", deliveries) + "], \"has_more\": false, \"next_cursor\": null}";
    }

    @Test
    void accountWithNothingSaysSo() {
        String account = "acc_" + UUID.randomUUID();
        site.operator().run("account", "open", "--id", account, "--email", "owner@console.example", "--name", "Empty");
        ConsoleWindow window = new ConsoleWindow(site.visit(site.operatorsLink(account)));
        assertThat(window.page().getByText("There is no webhook yet.")).isVisible();
        window.link("Events").click();
        assertThat(window.page().getByText("There is no event yet.")).isVisible();
        window.link("Usage").click();
        assertThat(window.page().getByText("Nothing was used.")).isVisible();
    }

    /** Opens a page, with {@link #response} to the requests whose URLs contain a text. */
    private ConsoleWindow open(String path, String requests) {
        Page page = site.empty();
        page.route(url -> url.contains(requests), route -> response.get().accept(route));
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE) + "&page=" + path);
        return new ConsoleWindow(page);
    }

    private static Consumer<Route> fulfilled(int status, String type, String body) {
        return route -> route.fulfill(new Route.FulfillOptions()
                .setStatus(status)
                .setContentType(type)
                .setBody(body));
    }
}
