package com.scheduleevents.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the console and both command lines say the same of deliveries that are not sent, because their webhook is disabled. */
@RequiresBrowser
class NotSentTest {

    private static final String CLINIC = "cln_unsent";

    private final ConsoleSite site;

    @TempDir
    Path home = Path.of("");

    NotSentTest(ConsoleSite site) {
        this.site = site;
    }

    @AfterEach
    void pageDidNothingThatItMustNot() {
        site.endVisit();
        assertThat(site.problems()).isEmpty();
    }

    @Test
    void disabledWebhookSendsNothingAndEveryListSaysSo() {
        OpenedAccount account = OpenedAccount.open(site.operator(), "Not sent", CLINIC);
        ApiClientAccount owner = site.target().withKey(account.key());
        ReceiverInbox inbox = ReceiverInbox.open(site.target(), owner, "not-sent", List.of("*"), CLINIC)
                .order("\"do\":\"status\",\"status\":500");
        String webhook = inbox.webhook();
        String event = owner.record(ChangeSamples.of("appointment.no_show", CLINIC, "prv_unsent"));
        Await.await("a failed attempt")
                .until(() -> !owner.attempts(webhook, event).isEmpty());
        assertThat(owner.post("/v1/webhooks/" + webhook + "/disable", "{}").status())
                .isEqualTo(200);
        String whileDisabled = owner.record(ChangeSamples.of("appointment.no_show", CLINIC, "prv_unsent"));

        ConsoleWindow window = new ConsoleWindow(
                site.visit(site.operatorsLink(account.id()) + "&page=/webhooks/" + webhook + "%3Fstatus=not_sent"));
        assertThat(window.rows(event)).containsText("not sent");
        assertThat(window.rows(event)).not().containsText("is disabled");
        assertThat(window.page().locator("figcaption")).containsText("1 not delivered");
        window.rows(event).getByRole(AriaRole.LINK).click();
        assertThat(window.page().getByText("Not sent, because the webhook is disabled."))
                .isVisible();
        assertThat(window.button("Dismiss")).isVisible();
        assertThat(window.button("Redeliver")).hasCount(0);
        window.page().locator("dl").getByRole(AriaRole.LINK).click();
        assertThat(window.rows(webhook)).containsText("not sent");
        window.page()
                .navigate(site.target()
                        .at("/v1/console#/webhooks/" + webhook + "/replay")
                        .toString());
        assertThat(window.page().getByText("The webhook is disabled, so nothing is sent to it."))
                .isVisible();
        window.button("Count the events").click();
        assertThat(window.page().getByTestId("estimate")).hasText("Chosen: 2 of 2 events.");
        assertThat(window.button("Replay 2 events")).hasCount(0);

        IntegratorCalls commands = new IntegratorCalls(site.target().api(), account.key(), home);
        assertThat(commands.run("deliveries", "list", "--status", "not_sent")).contains(event, "not_sent");
        assertThat(commands.run("events", "deliveries", event)).contains("not_sent");
        assertThat(commands.run("events", "deliveries", whileDisabled)).contains("not_sent", "webhook_disabled");
        assertThat(site.operator().run("webhook", "deliveries", account.id(), webhook))
                .contains(event, "not_sent");

        assertThat(owner.post("/v1/webhooks/" + webhook + "/enable", "{}").status())
                .isEqualTo(200);
        inbox.order("\"do\":\"status\",\"status\":200");
        assertThat(commands.run("deliveries", "list", webhook, "--status", "not_sent"))
                .contains(event);
        window.page()
                .navigate(site.target()
                        .at("/v1/console#/webhooks/" + webhook + "/deliveries/" + event)
                        .toString());
        assertThat(window.page().getByText("Not sent, because the webhook was disabled"))
                .isVisible();
        window.page()
                .navigate(site.target()
                        .at("/v1/console#/webhooks/" + webhook + "?status=not_sent")
                        .toString());
        assertThat(window.rows(event)).containsText("not sent");
        assertThat(window.rows(event)).not().containsText("is disabled");
        window.page().goBack();
        window.button("Redeliver").click();
        assertThat(window.entries("1 of retry cycle 2")).containsText("succeeded");
        assertThat(window.page().getByText("Not sent, because")).hasCount(0);
    }
}
