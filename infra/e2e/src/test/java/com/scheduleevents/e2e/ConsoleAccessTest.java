package com.scheduleevents.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests who gets into the console, what they see there, and that nobody else gets anything out of it. */
@RequiresBrowser
class ConsoleAccessTest {

    private final ConsoleSite site;

    ConsoleAccessTest(ConsoleSite site) {
        this.site = site;
    }

    @AfterEach
    void pageDidNothingThatItMustNot() {
        site.endVisit();
        assertThat(site.problems()).isEmpty();
    }

    @Test
    void linkSignsInAndLeavesNoKeyInTheUrl() {
        Page page = site.visit(site.link(ConsoleSite.EVERY_SCOPE));

        assertThat(heading(page)).hasText("Overview");
        assertThat(page.url()).doesNotContain("sk_").endsWith("/v1/console#/overview");
        assertThat(page.context().cookies()).isEmpty();
        page.goBack();
        assertThat(page.url()).doesNotContain("sk_");
    }

    /** Scanners of e-mails open links; nothing is confirmed before somebody presses the button. */
    @Test
    void addressIsConfirmedWithAButtonAndWithoutAKey() {
        String address = "console-" + UUID.randomUUID() + "@clinic.example";
        String webhook = site.account()
                .post(
                        "/v1/webhooks",
                        "{\"mode\":\"pull\",\"types\":[\"*\"],\"notify\":{\"email\":\"" + address + "\"}}")
                .json()
                .path("id")
                .asText();
        MailboxClient mailbox = new MailboxClient(site.target());
        String mail = Await.await("the link")
                .until(() -> mailbox.to(address), found -> !found.isEmpty())
                .getFirst()
                .path("text")
                .asText();
        String token = mail.replaceFirst("(?s).*#confirm=(\\S+).*", "$1");
        Page page = site.visit(site.target().at("/v1/console").toString() + "#confirm=" + token);

        assertThat(heading(page)).hasText("Confirm your e-mail address");
        assertThat(page.url()).doesNotContain(token);
        assertThat(site.account().webhook(webhook).path("notify_status").asText())
                .isEqualTo("pending");
        button(page, "Confirm").click();
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("Your address is confirmed");
        assertThat(site.account().webhook(webhook).path("notify_status").asText())
                .isEqualTo("confirmed");

        page = site.visit(mail.replaceFirst("(?s).*(https?://\\S+/console/unsubscriptions\\S+).*", "$1"));
        assertThat(heading(page)).hasText("Unsubscribe your e-mail address");
        assertThat(page.url()).doesNotContain("acc_");
        assertThat(site.account().webhook(webhook).path("notify_status").asText())
                .isEqualTo("confirmed");
        button(page, "Unsubscribe").click();
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("Your address is unsubscribed");
        assertThat(site.account().webhook(webhook).path("notify_status").asText())
                .isEqualTo("unsubscribed");
    }

    @Test
    void linkThatConfirmsNothingSaysWhy() {
        Page page = site.visit(site.target().at("/v1/console").toString() + "#confirm=old");
        button(page, "Confirm").click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("This link was used before");
    }

    @Test
    void linkOpensThePageThatItNames() {
        Page page = site.visit(site.link(ConsoleSite.EVERY_SCOPE) + "&page=/usage");

        assertThat(heading(page)).hasText("Usage");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example/", "//evil.example/", "javascript:alert(1)", "/../../evil"})
    void linkLeadsNowhereElse(String page) {
        Page opened = site.visit(site.link(ConsoleSite.EVERY_SCOPE) + "&page=" + page);

        assertThat(heading(opened)).hasText("Overview");
        assertThat(opened.url())
                .startsWith(site.target().at("/v1/console#/overview").toString());
    }

    @Test
    void keySignsInAndOut() {
        Page page = site.visit(site.target().at("/v1/console/").toString());
        page.getByLabel("API key").fill(site.target().key());
        button(page, "Sign in").click();
        assertThat(heading(page)).hasText("Overview");

        button(page, "Sign out").click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("You have signed out");
        page.goBack();
        assertThat(page.getByLabel("API key")).isVisible();
        page.reload();
        assertThat(page.getByLabel("API key")).isVisible();
    }

    @Test
    void helpIsWhereOneSignsInAndAtTheHeadOfEveryPage() {
        String docs = site.target().at("/v1/docs").toString();
        Page page = site.visit(site.target().at("/v1/console").toString());
        link(page, "Help").click();
        assertThat(heading(page)).hasText("Help");
        assertThat(page).hasURL(docs);

        page.navigate(site.link(ConsoleSite.EVERY_SCOPE) + "&page=/webhooks");
        assertThat(heading(page)).hasText("Webhooks");
        link(page, "Help").click();
        assertThat(page).hasURL(docs);
        link(page, "Errors").last().click();
        assertThat(heading(page)).hasText("Errors");
        // The session is still there.
        link(page, "Console").click();
        assertThat(heading(page)).hasText("Overview");
    }

    /** What a deployment with a brand has in its page; the logo is a file of the console that there is in each. */
    @Test
    void nameAndLogoOfTheDeploymentAreShownBesideTheAccount() {
        Page page = site.empty();
        page.route("**/v1/console", route -> {
            APIResponse served = route.fetch();
            String branded = served.text()
                    .replace(
                            "</title>",
                            "</title><meta name=\"service\" content=\"Harbour Events\"><meta name=\"logo\" content=\"icon.svg\">");
            route.fulfill(new Route.FulfillOptions().setResponse(served).setBody(branded));
        });
        page.navigate(site.target().at("/v1/console").toString());
        assertThat(page).hasTitle("Sign in · Console · Harbour Events");
        assertThat(page.locator(".brand img")).isVisible();
        assertThat(page.locator(".brand")).hasText("Harbour Events");

        page.getByLabel("API key").fill(site.target().key());
        button(page, "Sign in").click();
        assertThat(heading(page)).hasText("Overview");
        assertThat(page).hasTitle(Pattern.compile("Overview · .+ · Harbour Events"));
        assertThat(page.locator(".brand .service")).hasText("Harbour Events");
        assertThat(page.locator(".brand svg")).hasCount(0);
    }

    @Test
    void errorLeadsToItsExplanation() {
        Page page = site.open("/webhooks/whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB");
        assertThat(page.locator(".message.bad")).isVisible();
        link(page, "About this error").click();
        assertThat(page).hasURL(site.target().at("/v1/docs/errors#not_found").toString());
        assertThat(page.locator("tr:target")).containsText("The object does not exist.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sk_test_mistyped", "ключ", "a\tb"})
    void textThatIsNoKeyIsRefused(String key) {
        Page page = site.visit(site.target().at("/v1/console").toString());
        page.getByLabel("API key").fill(key);
        button(page, "Sign in").click();

        assertThat(page.getByRole(AriaRole.ALERT)).containsText("Check that you entered the whole key");
        assertThat(page.getByLabel("API key")).isVisible();
    }

    @Test
    void expiredLinkIsRefusedWithAReason() {
        String link = site.link(ConsoleSite.EVERY_SCOPE);
        expire(link);
        Page page = site.visit(link);

        assertThat(page.getByRole(AriaRole.ALERT)).containsText("expired");
        assertThat(page.getByLabel("API key")).isVisible();
    }

    @Test
    void openPageEndsWhenItsLinkExpires() {
        String link = site.link(ConsoleSite.EVERY_SCOPE);
        Page page = site.visit(link);
        assertThat(heading(page)).hasText("Overview");
        expire(link);

        assertThat(page.getByRole(AriaRole.ALERT)).containsText("expired");
    }

    private void expire(String link) {
        String key = site.target()
                .withKey(link.replaceFirst(".*#token=", ""))
                .get("/v1/account")
                .json()
                .at("/api_key/id")
                .asText();
        site.operator().run("key", "expire", "acc_demo", key, "--at", "2026-01-01T00:00:00Z");
    }

    @Test
    void keyWithSomeClinicsSeesTheseAlone() {
        ApiClientAccount owner = site.account();
        String hidden = owner.record(ChangeSamples.cancelled("cln_oldtown", "prv_hidden"));
        String shown = owner.record(ChangeSamples.cancelled("cln_harbour", "prv_shown"));
        Page page = site.visit(site.link("\"events:read\",\"usage:read\"", "[\"cln_harbour\"]") + "&page=/events");

        assertThat(page.getByText(shown)).isVisible();
        assertThat(page.getByText(hidden)).hasCount(0);
        assertThat(page.getByLabel("Clinic").getByRole(AriaRole.OPTION)).hasText(new String[] {"all", "cln_harbour"});
        assertThat(page.getByRole(AriaRole.NAVIGATION).getByRole(AriaRole.LINK))
                .hasText(new String[] {"Overview", "Events", "Event types", "Usage"});

        page.navigate(site.target().at("/v1/console#/events/" + hidden).toString());
        assertThat(page.getByText("There is no such event", new Page.GetByTextOptions()))
                .isVisible();
    }

    @Test
    void readOnlyLinkHasNoButtonThatChangesAnything() {
        ReceiverInbox inbox = ReceiverInbox.open(site.target(), "watched", List.of("offer.declined"));
        Page page = site.visit(site.operatorsLink("acc_demo", "--read-only"));
        assertThat(page.getByRole(AriaRole.NAVIGATION).getByRole(AriaRole.LINK))
                .hasText(new String[] {"Overview", "Webhooks", "Events", "Event types", "Usage", "Audit log"});
        assertThat(page.getByText("Register a webhook")).hasCount(0);
        page.navigate(site.target().at("/v1/console#/webhooks").toString());
        assertThat(heading(page)).hasText("Webhooks");
        assertThat(page.getByText("Register a webhook")).hasCount(0);

        page.navigate(
                site.target().at("/v1/console#/webhooks/" + inbox.webhook()).toString());
        assertThat(page.getByText(inbox.webhook())).isVisible();
        assertThat(page.locator("button:not(.copy)")).hasText(new String[] {"Sign out"});
    }

    @Test
    void operatorsLinkLetsSupportStaffAct() {
        Page page = site.visit(site.operatorsLink("acc_demo") + "&page=/webhooks");

        assertThat(page.getByText("Register a webhook")).isVisible();
    }

    /** Who sent the link may want to be taken for the account whose console is open. */
    @Test
    void linkOfAnotherAccountReplacesNoSessionUnasked() {
        String other = "acc_" + UUID.randomUUID();
        site.operator()
                .run("account", "open", "--id", other, "--email", "owner@other.example", "--name", "Other practice");
        Page page = site.visit(site.link(ConsoleSite.EVERY_SCOPE));
        Locator whose = page.locator(".account");
        assertThat(heading(page)).hasText("Overview");
        String own = whose.textContent();

        page.navigate(site.operatorsLink(other) + "&page=/usage");
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("Other practice (" + other + ")");
        button(page, "Cancel").click();
        assertThat(heading(page)).hasText("Overview");
        assertThat(whose).hasText(own);
        page.reload();
        assertThat(whose).hasText(own);

        page.navigate(site.operatorsLink(other));
        button(page, "Open it").click();
        assertThat(whose).hasText("Other practice");
    }

    @Test
    void siteCannotFrameThePage() {
        Page page = site.empty();
        page.route(
                "https://portal.example/",
                route -> route.fulfill(new com.microsoft.playwright.Route.FulfillOptions()
                        .setContentType("text/html")
                        .setBody("<iframe src='" + site.target().at("/v1/console") + "'></iframe>")));
        page.navigate("https://portal.example/");

        page.waitForCondition(() -> page.frames().getLast().url().startsWith("chrome-error:"));
        // The embedding page is foreign.
        site.endVisit();
        site.problems();
    }

    /** There is no cookie that a browser would add, so a request that another site makes has no key. */
    @Test
    void siteCannotActInTheNameOfAnOpenSession() {
        Page page = site.scriptable(800, 600, ColorScheme.LIGHT);
        page.navigate(site.link(ConsoleSite.EVERY_SCOPE));
        assertThat(heading(page)).hasText("Overview");
        page.route(
                "https://portal.example/",
                route -> route.fulfill(new com.microsoft.playwright.Route.FulfillOptions()
                        .setContentType("text/html")
                        .setBody("<p>Portal</p>")));
        page.navigate("https://portal.example/");

        Object status = page.evaluate("""
                api => new Promise((resolve) => {
                  const form = Object.assign(document.createElement('form'), {action: api, method: 'post', target: 'response'});
                  const frame = Object.assign(document.createElement('iframe'), {name: 'response'});
                  document.body.append(form, frame);
                  form.submit();
                  fetch(api, {method: 'POST', mode: 'cors', credentials: 'include', body: '{}'})
                    .then((response) => resolve(response.status), () => resolve('refused'));
                })""", site.target().at("/v1/webhooks").toString());

        assertThat(status).isEqualTo("refused");
        site.endVisit();
        site.problems();
    }

    private static Locator heading(Page page) {
        return page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1));
    }

    private static Locator link(Page page, String name) {
        return page.getByRole(
                AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
    }
}
