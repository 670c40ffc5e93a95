package com.scheduleevents.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that everything of an account is found from every page of the console, by its ID or its label. */
@RequiresBrowser
class ConsoleSearchTest {

    private final ConsoleSite site;

    ConsoleSearchTest(ConsoleSite site) {
        this.site = site;
    }

    @AfterEach
    void pageDidNothingThatItMustNot() {
        site.endVisit();
        assertThat(site.problems()).isEmpty();
    }

    @Test
    void whatHasAPageOfItsOwnIsFoundByItsId() {
        ReceiverInbox inbox = ReceiverInbox.open(site.target(), "found", List.of("offer.declined"), "cln_station");
        String provider = "prv_" + UUID.randomUUID();
        String appointment = ChangeSamples.appointment(provider);
        String event = site.account().record(ChangeSamples.cancelled("cln_harbour", provider));
        ConsoleWindow window = new ConsoleWindow(site.open("/types"));
        search(window, " " + event + " ");
        assertThat(window.heading()).hasText("appointment.cancelled");
        assertThat(window.json()).containsText(event);

        search(window, appointment);
        assertThat(window.heading()).hasText("History of an appointment");
        assertThat(window.entries(event)).hasCount(1);

        search(window, inbox.webhook());
        assertThat(window.page().locator("dl")).containsText(inbox.webhook());

        search(window, "cln_harbour");
        assertThat(window.heading()).hasText("Events");
        assertThat(window.choice("Clinic")).hasValue("cln_harbour");
        inbox.delete(site.account());
    }

    @Test
    void webhooksAndKeysAreFoundByWhatTheyAreCalled() {
        String unique = "Found " + UUID.randomUUID();
        String webhook = site.account()
                .post(
                        "/v1/webhooks",
                        "{\"mode\":\"pull\",\"types\":[\"*\"],\"description\":\"" + unique + "\","
                                + "\"metadata\":{\"team\":\"of " + unique + "\"}}")
                .json()
                .path("id")
                .asText();
        String key = site.account()
                .post(
                        "/v1/api_keys",
                        "{\"description\":\"" + unique + "\",\"scopes\":[\"events:read\"],\"clinic_ids\":null}")
                .json()
                .path("id")
                .asText();
        ConsoleWindow window = new ConsoleWindow(site.open("/events"));
        search(window, unique.toUpperCase(Locale.ROOT));
        assertThat(window.rows(unique)).hasCount(2);
        assertThat(window.field("Search")).hasValue(unique.toUpperCase(Locale.ROOT));
        assertThat(window.rows(key)).containsText("API key");
        assertThat(window.rows(webhook)).containsText("Webhook");

        search(window, key);
        assertThat(window.heading()).hasText("API keys");
        assertThat(window.rows()).hasCount(1);
        assertThat(window.rows(key)).containsText(unique);
        assertThat(window.link("All API keys")).isVisible();
        search(window, unique + " of nobody");
        assertThat(window.page().getByText("Nothing was found.")).isVisible();
        search(window, unique);
        window.rows(webhook).getByRole(AriaRole.LINK).click();
        assertThat(window.heading()).hasText(unique);
        site.account().delete("/v1/webhooks/" + webhook);
        site.account().delete("/v1/api_keys/" + key);
    }

    @Test
    void searchSaysWhatTheKeyCannotSee() {
        ConsoleWindow window = new ConsoleWindow(site.visit(site.link("\"webhooks:read\"")));
        search(window, "evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB");

        assertThat(window.heading()).hasText("Search");
        assertThat(window.page().locator("main")).containsText("no API keys, which take the scope keys:write");
        assertThat(window.page().locator("main")).containsText("no events, which take the scope events:read");
    }

    private static void search(ConsoleWindow window, String text) {
        window.field("Search").fill(text);
        window.field("Search").press("Enter");
    }

    /** Its events are listed latest first, each with what became of it at the webhooks that got it. */
    @Test
    void historyOfAnAppointmentSaysWhatBecameOfEachEvent() {
        ReceiverInbox inbox =
                ReceiverInbox.open(site.target(), "historic", List.of("appointment.booked"), "cln_oldtown");
        assertThat(site.account()
                        .send(
                                "PATCH",
                                "/v1/webhooks/" + inbox.webhook(),
                                site.account().json(),
                                "{\"description\":\"Historic desk\"}")
                        .status())
                .isEqualTo(200);
        String provider = "prv_" + UUID.randomUUID();
        String appointment = ChangeSamples.appointment(provider);
        String booked = site.account().record(ChangeSamples.of("appointment.booked", "cln_oldtown", provider));
        String cancelled = site.account().record(ChangeSamples.cancelled("cln_oldtown", provider));
        Await.await("the delivery").until(() -> inbox.accepted(booked));
        ConsoleWindow window = new ConsoleWindow(site.open("/appointments/" + appointment));

        assertThat(window.page().locator(".timeline > li").first()).containsText(cancelled);
        assertThat(window.entries(booked)).containsText("Historic desk succeeded HTTP 200");
        assertThat(window.entries(cancelled)).not().containsText("Historic desk");
        assertThat(window.entries(cancelled)).containsText("did not get it");
        window.entries(booked)
                .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("Historic desk"))
                .click();
        assertThat(window.heading()).hasText("Delivery");
        inbox.delete(site.account());
    }
}
