package com.scheduleevents.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that no list says that there is nothing where there is something: of an account whose receiver has refused five test events,
 * and what more than a thousand events became after them; in the console and in both command lines.
 */
@RequiresBrowser
class LongListTest {

    private static final String CLINIC = "cln_long";
    private static final int FAILED = 5;

    /** More than one page of the API looks at. */
    private static final int NEWER = 1_100;

    /** The ID of an event that was recorded at 14:02:11 on 20 November 2026. */
    private static final String LOOKED_BACK = "evt_01M7WM7J09F3E2D1C0B9A8Z7Y6";

    private final ConsoleSite site;

    @TempDir
    Path home = Path.of("");

    private OpenedAccount tenant = new OpenedAccount("", "");
    private String webhook = "";

    LongListTest(ConsoleSite site) {
        this.site = site;
    }

    @BeforeAll
    void failFiveAndLetMoreWait() {
        tenant = OpenedAccount.open(site.operator(), "Long lists", CLINIC);
        ApiClientAccount owner = site.target().withKey(tenant.key());
        ReceiverInbox inbox = ReceiverInbox.open(site.target(), owner, "long-list", List.of("*"), CLINIC)
                .order("\"do\":\"status\",\"status\":500");
        webhook = inbox.webhook();
        for (int pings = 0; pings < FAILED; pings++) {
            assertThat(owner.post(path("/ping"), "{}").status()).isEqualTo(202);
        }
        Await.await("the failed pings").until(() -> listed(owner, "failed").size() == FAILED);
        IntStream.range(0, NEWER / 100)
                .forEach(_ -> owner.record(ChangeSamples.of("appointment.no_show", CLINIC, "prv_long"), 100));
        Await.await("what waits").until(() -> listed(owner, "pending").size() == NEWER);
    }

    private List<?> listed(ApiClientAccount owner, String status) {
        return owner.walk(path("/deliveries?limit=100&status=" + status));
    }

    private String path(String rest) {
        return "/v1/webhooks/" + webhook + rest;
    }

    @AfterEach
    void pageDidNothingThatItMustNot() {
        site.endVisit();
        assertThat(site.problems()).isEmpty();
    }

    @Test
    void consoleFindsTheFailedOnesBehindThePageThatHasNone() {
        ConsoleWindow window = at("?status=failed");
        assertThat(window.rows("webhook.ping")).hasCount(FAILED);
        assertThat(window.button("More")).hasCount(0);
        // Live is on: what was found stays.
        site.awaitRefresh(window.page());
        assertThat(window.rows("webhook.ping")).hasCount(FAILED);
    }

    @Test
    void commandLineOfIntegratorsFindsThem() {
        IntegratorCalls commands = new IntegratorCalls(site.target().api(), tenant.key(), home);
        assertThat(commands.run("deliveries", "list", webhook, "--status", "failed")
                        .lines()
                        .filter(line -> line.contains("webhook.ping")))
                .hasSize(FAILED);
    }

    @Test
    void commandLineOfTheOperatorFindsThemAndGoesOnPastItsLargestLimit() {
        assertThat(site.operator()
                        .run("webhook", "deliveries", tenant.id(), webhook, "--status", "failed")
                        .lines()
                        .filter(line -> line.contains("webhook.ping")))
                .hasSize(FAILED);

        OperatorCalls.Ran first =
                site.operator().execute("webhook", "deliveries", tenant.id(), webhook, "--limit", "1000");
        String cursor = first.err().replaceAll("(?s).*--starting-after (evt_\\w+).*", "$1");
        String rest = site.operator()
                .run("webhook", "deliveries", tenant.id(), webhook, "--limit", "1000", "--starting-after", cursor);
        assertThat(first.out().lines()).hasSize(1 + 1000);
        assertThat(rest.lines()).hasSize(1 + NEWER + FAILED - 1000);
    }

    /** No test records as many deliveries as a search looks through, so this list is in the browser alone. */
    @Test
    void consoleSaysHowFarItLookedAndGoesOn() {
        AtomicInteger asked = new AtomicInteger();
        Page page = site.empty();
        page.route(url -> url.contains("/deliveries?") && url.contains("limit=25"), route -> {
            boolean found = route.request().url().contains("starting_after") && asked.incrementAndGet() > 20;
            String row = "{\"event_id\":\"evt_old\",\"event_type\":\"offer.created\",\"status\":\"failed\"}";
            route.fulfill(new Route.FulfillOptions()
                    .setContentType("application/json")
                    .setBody("{\"data\":[%s],\"has_more\":%b,\"next_cursor\":%s}"
                            .formatted(found ? row : "", !found, found ? "null" : "\"" + LOOKED_BACK + "\"")));
        });
        page.navigate(link("?status=failed"));
        ConsoleWindow window = new ConsoleWindow(page);
        assertThat(page.getByText("No such delivery was found so far.")).isVisible();
        assertThat(page.getByText("Looked back to 20 Nov 2026, 14:02:11, and found no more."))
                .isVisible();
        assertThat(asked).hasValue(19);

        window.button("Look further back").click();
        assertThat(window.rows("evt_old")).hasCount(1);
        assertThat(window.button("Look further back")).hasCount(0);
        site.awaitRefresh(page);
        assertThat(window.rows("evt_old")).hasCount(1);
    }

    private ConsoleWindow at(String query) {
        return new ConsoleWindow(site.visit(link(query)));
    }

    private String link(String query) {
        return site.operatorsLink(tenant.id()) + "&page=/webhooks/" + webhook + query.replace("?", "%3F");
    }
}
