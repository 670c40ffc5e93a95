package com.scheduleevents.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the console's pages about events, usage and API keys, on a running cloud. */
@RequiresBrowser
class ConsoleAccountTest {

    /** Milliseconds, longer than any feed of a test holds events back. */
    private static final double PATIENCE = 1_500_000;

    private final ConsoleSite site;

    ConsoleAccountTest(ConsoleSite site) {
        this.site = site;
    }

    @AfterEach
    void pageDidNothingThatItMustNot() {
        site.endVisit();
        assertThat(site.problems()).isEmpty();
    }

    @Test
    void feedIsFilteredAndFollowsNewEvents() {
        ApiClientAccount account = site.account();
        String booked = account.record(ChangeSamples.of("appointment.booked", "cln_harbour", "prv_feed"));
        String cancelled = account.record(ChangeSamples.cancelled("cln_station", "prv_feed"));
        ConsoleWindow window = new ConsoleWindow(site.open("/events"));
        window.page().getByLabel("Clinic").selectOption("cln_harbour");
        assertThat(window.rows(booked)).containsText("appointment.booked");

        window.page().getByLabel("Clinic").selectOption("cln_station");
        assertThat(window.rows(cancelled)).hasCount(1);
        assertThat(window.rows(booked)).hasCount(0);
        window.page().getByLabel("Type").selectOption("appointment.booked");
        assertThat(window.rows(cancelled)).hasCount(0);

        String next = account.record(ChangeSamples.of("appointment.booked", "cln_station", "prv_feed"));
        assertThat(window.rows(next)).hasCount(1);
        window.rows(next).getByRole(AriaRole.LINK).click();
        assertThat(window.heading()).hasText("appointment.booked");
        window.page().goBack();
        assertThat(window.rows(next)).hasCount(1);
        assertThat(window.rows(cancelled)).hasCount(0);
        assertThat(window.page().getByLabel("Clinic")).hasValue("cln_station");
        assertThat(window.page().getByLabel("Type")).hasValue("appointment.booked");
        window.page().getByLabel("Recorded from").fill("2099-01-01T00:00");
        window.page().getByLabel("Recorded from").blur();
        assertThat(window.page().getByText("There is no such event.")).isVisible();
    }

    @Test
    void feedGoesForwardsSaysUpToWhenItIsCompleteAndFollowsNewEventsAtItsEnd() {
        ApiClientAccount account = site.account();
        String first = account.record(ChangeSamples.of("appointment.completed", "cln_oldtown", "prv_forwards"));
        String second = account.record(ChangeSamples.of("appointment.completed", "cln_oldtown", "prv_forwards"));
        ConsoleWindow window = new ConsoleWindow(site.open("/events"));
        window.page().getByLabel("Type").selectOption("appointment.completed");
        window.page().getByLabel("Clinic").selectOption("cln_oldtown");
        window.page().getByLabel("Order").selectOption("oldest first");

        assertThat(window.page().locator("main")).containsText("Everything recorded before");
        // The feed holds events back for longer than pages are waited for: this one follows until they come.
        assertThat(window.page().locator("tbody"))
                .containsText(
                        Pattern.compile(first + "[\\s\\S]*" + second),
                        new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE));
        assertThat(window.page().locator("caption")).hasText("Events, oldest first");
        assertThat(window.rows(first)).hasCount(1);

        window.page().getByLabel("Recorded before").fill("2001-01-01T00:00");
        window.page().getByLabel("Recorded before").blur();
        assertThat(window.page().getByText("There is no such event.")).isVisible();
        assertThat(window.page().locator("main")).not().containsText("Newer events follow");
    }

    @Test
    void eventLeadsToTheHistoryOfItsAppointment() {
        ApiClientAccount account = site.account();
        String provider = "prv_" + UUID.randomUUID();
        String unique = ChangeSamples.appointment(provider);
        String wrong = account.record(ChangeSamples.cancelled("cln_harbour", provider));
        String correction = account.record(
                ChangeSamples.cancelled("cln_harbour", provider).replace("}", ",\"corrects\":\"" + wrong + "\"}"));
        String other = account.record(ChangeSamples.cancelled("cln_harbour", "prv_history"));
        ConsoleWindow window = new ConsoleWindow(site.open("/events/" + correction));

        window.page().getByText("History of the appointment").click();
        assertThat(window.heading()).hasText("History of an appointment");
        assertThat(window.page().locator("main")).containsText(unique);
        assertThat(window.page().locator(".timeline > li")).hasCount(2);
        assertThat(window.entries(wrong).last()).not().containsText("correction");
        assertThat(window.entries(correction)).containsText("Corrects " + wrong);
        assertThat(window.entries(other)).hasCount(0);
        assertThat(window.page().getByText("Everything was looked through that is kept of the clinic cln_harbour."))
                .isVisible();

        window.entries(correction).getByRole(AriaRole.LINK).first().click();
        window.link("Open the event that it corrects").click();
        assertThat(window.json()).containsText("\"id\": \"" + wrong + "\"");
        assertThat(window.page().getByText("Corrects")).hasCount(0);
    }

    @Test
    void eventShowsItsJsonAndWhatBecameOfIt() {
        ReceiverInbox inbox =
                ReceiverInbox.open(site.target(), "became", List.of("appointment.confirmed"), "cln_harbour");
        ReceiverInbox other = ReceiverInbox.open(site.target(), "other", List.of("offer.declined"));
        String event = site.account().record(ChangeSamples.of("appointment.confirmed", "cln_harbour", "prv_became"));
        ConsoleWindow window = new ConsoleWindow(site.open("/events/" + event));

        assertThat(window.json()).containsText("\"provider_id\": \"prv_became\"");
        assertThat(window.rows(inbox.webhook())).containsText("HTTP 200");
        assertThat(window.rows(other.webhook())).containsText("The webhook does not get this type.");
        window.rows(inbox.webhook()).getByRole(AriaRole.LINK).click();
        assertThat(window.heading()).hasText("Delivery");
        inbox.delete(site.account());
        other.delete(site.account());
    }

    @Test
    void eventTypesHaveASchemaAndAnExample() {
        ConsoleWindow window = new ConsoleWindow(site.open("/types"));
        window.page().getByText("Example of offer.accepted").click();
        window.page().getByText("JSON Schema of offer.accepted").click();

        assertThat(window.page().locator("details[open] pre")).hasCount(2);
        assertThat(window.page().locator("details[open] pre").first()).containsText("\"type\": \"offer.accepted\"");
        assertThat(window.page().locator("section")).hasCount(16);
    }

    @Test
    void usageIsAChartATableAndAFile() throws IOException {
        site.account().record(ChangeSamples.cancelled("cln_station", "prv_usage"));
        ConsoleWindow window = new ConsoleWindow(site.open("/usage"));
        assertThat(window.rows("cln_station").first()).containsText("not final");
        assertThat(window.page().locator("figcaption")).containsText("recorded");

        Download download = window.page()
                .waitForDownload(() -> window.button("Download CSV").click());
        assertThat(download.suggestedFilename()).isEqualTo("usage.csv");
        assertThat(Files.readAllLines(download.path()))
                .startsWith(
                        "date,clinic_id,events_recorded,deliveries_succeeded,deliveries_failed,attempts,final,complete")
                .anyMatch(line -> line.matches("[0-9-]{10},cln_station,[0-9]+,[0-9]+,[0-9]+,[0-9]+,false,true"));

        window.field("From").fill("2020-01-01");
        window.field("To").fill("2020-01-02");
        window.field("To").blur();
        assertThat(window.page().getByText("Nothing was used.")).isVisible();
        window.page().reload();
        assertThat(window.field("From")).hasValue("2020-01-01");
        assertThat(window.page().getByText("Nothing was used.")).isVisible();
    }

    @Test
    void auditLogSaysWhoChangedWhat() {
        ReceiverInbox inbox = ReceiverInbox.open(site.target(), "audited", List.of("offer.declined"));
        ConsoleWindow window = new ConsoleWindow(site.open("/audit"));

        assertThat(window.rows(inbox.webhook())).containsText("webhook.registered");
        assertThat(window.rows(inbox.webhook())).containsText("Webhook registered");
        assertThat(window.rows(inbox.webhook())).containsText("key_demo");
        window.field("ID").fill(inbox.webhook());
        window.field("ID").blur();
        assertThat(window.rows()).hasCount(1);
        window.choice("Change").selectOption("Webhook deleted");
        assertThat(window.page().getByText("No such change").or(window.page().getByText("There is no such change")))
                .isVisible();
        window.choice("Change").selectOption("Webhook registered");
        assertThat(window.rows()).hasCount(1);
        window.choice("By").selectOption("the operator");
        assertThat(window.page().getByText("No such change").or(window.page().getByText("There is no such change")))
                .isVisible();
        window.choice("By").selectOption("an API key");
        assertThat(window.rows()).hasCount(1);
        window.rows(inbox.webhook()).getByRole(AriaRole.LINK).click();
        assertThat(window.page().getByText(inbox.webhook())).isVisible();
        inbox.delete(site.account());
    }

    /** An ID says nothing to the owner who reads who did what. */
    @Test
    void auditLogCallsAKeyByItsDescription() {
        String issued = issue(site.account(), "Chair 9", "\"webhooks:read\",\"webhooks:write\"");
        ApiClientAccount chair = site.target().withKey(issued);
        String webhook = chair.register(
                        site.target().receiver().resolve("/hooks/named"), List.of("offer.declined"), "cln_station")
                .path("id")
                .asText();
        ConsoleWindow window = new ConsoleWindow(site.open("/audit"));

        assertThat(window.rows(webhook)).containsText("Chair 9");
        assertThat(window.rows("API key issued").filter(new Locator.FilterOptions().setHasText("Chair 9")))
                .hasCount(1);
        site.account().delete("/v1/webhooks/" + webhook);
    }

    @Test
    void ownerIssuesAKeyAndRevokesIt() {
        ConsoleWindow window = new ConsoleWindow(site.open("/keys"));
        window.button("Issue an API key").click();
        window.dialog().getByLabel("Description").fill("Chair 2");
        window.dialog().getByLabel("events:read").check();
        window.dialog().getByLabel("Clinic").selectOption("cln_harbour");
        assertThat(window.dialog()).containsText("read events, the feed and the event types");
        assertThat(window.dialog()).containsText("No later than your own key");
        LocalDateTime end =
                LocalDateTime.now(ZoneId.systemDefault()).plusMinutes(10).truncatedTo(ChronoUnit.SECONDS);
        window.dialog().getByLabel("Expires").fill(end.format(DateTimeFormatter.ISO_LOCAL_DATE_TIME));
        window.confirm("Issue");
        String secret = window.secret();
        ApiClientAccount issued = site.target().withKey(secret);
        assertThat(Instant.parse(issued.get("/v1/account")
                        .json()
                        .at("/api_key/expires_at")
                        .asText()))
                .isEqualTo(end.atZone(ZoneId.systemDefault()).toInstant());
        assertThat(issued.get("/v1/account").json().path("clinic_ids").toString())
                .isEqualTo("[\"cln_harbour\"]");

        window.press("Revoke Chair 2", "Revoke");
        window.says("is revoked");
        assertThat(window.rows("Chair 2")).hasCount(0);
        Await.await("the rejection").until(() -> issued.get("/v1/account").status() == 401);
    }

    @Test
    void stolenKeyIsRevokedWithWhatWasMadeWithIt() {
        String stolen = issue(site.account(), "Stolen", "\"keys:write\",\"webhooks:read\",\"webhooks:write\"");
        ApiClientAccount thief = site.target().withKey(stolen);
        String webhook = thief.register(
                        site.target().receiver().resolve("/hooks/stolen"), List.of("offer.declined"), "cln_station")
                .path("id")
                .asText();
        ApiClientAccount accomplice = site.target().withKey(issue(thief, "Accomplice", "\"webhooks:read\""));
        ConsoleWindow window = new ConsoleWindow(site.open("/keys"));
        window.button("Revoke Stolen").click();
        window.dialog().getByLabel("Disable the webhooks").check();
        window.dialog().getByLabel("Revoke the keys").check();
        window.confirm("Revoke");

        window.says("With it went 1 key (key_");
        window.says("1 webhook (" + webhook + ")");
        assertThat(site.account().webhook(webhook).path("disabled_reason").asText())
                .isEqualTo("key_revoked");
        Await.await("the rejection").until(() -> accomplice.get("/v1/account").status() == 401);
    }

    @Test
    void revocationSaysWhatItLeaves() {
        ApiClientAccount left =
                site.target().withKey(issue(site.account(), "Left", "\"webhooks:read\",\"webhooks:write\""));
        String webhook = left.register(
                        site.target().receiver().resolve("/hooks/left"), List.of("offer.declined"), "cln_station")
                .path("id")
                .asText();
        ConsoleWindow window = new ConsoleWindow(site.open("/keys"));
        window.press("Revoke Left", "Revoke");

        window.says("What was made with it is left: 1 webhook (" + webhook + ").");
        assertThat(site.account().webhook(webhook).path("status").asText()).isEqualTo("active");
        site.account().delete("/v1/webhooks/" + webhook);
    }

    private static String issue(ApiClientAccount owner, String description, String scopes) {
        HttpsResponse issued = owner.post(
                "/v1/api_keys",
                "{\"description\":\"" + description + "\",\"scopes\":[" + scopes + "],\"clinic_ids\":null}");
        assertThat(issued.status()).as(issued.text()).isEqualTo(201);
        return issued.json().path("secret").asText();
    }

    @Test
    void secretIsCopied() {
        ConsoleWindow window = new ConsoleWindow(site.open("/keys"));
        window.button("Make a link to the console").click();
        window.dialog().getByLabel("events:read").check();
        window.confirm("Make the link");
        window.button("Copy").click();
        assertThat(window.button("Copied")).isVisible();
        String link = window.secret();

        window.button("Issue an API key").click();
        Locator field = window.dialog().getByLabel("Description");
        field.press("Control+V");
        assertThat(field).hasValue(link);
    }

    @Test
    void ownerMakesALinkThatOthersSignInWith() {
        ConsoleWindow window = new ConsoleWindow(site.open("/keys"));
        window.button("Make a link to the console").click();
        window.dialog().getByLabel("events:read").check();
        window.confirm("Make the link");
        String link = window.secret();

        ConsoleWindow opened = new ConsoleWindow(site.visit(link));
        assertThat(opened.heading()).hasText("Events");
    }

    @Test
    void lineForATerminalMakesTheSameLink(@TempDir Path home) {
        ConsoleWindow window = new ConsoleWindow(site.open("/keys"));
        window.button("Make a link to the console").click();
        window.dialog().getByLabel("events:read").check();
        window.dialog().getByLabel("Valid for (hours)").fill("2");
        window.page().getByText("The same in a terminal").click();
        String command = window.page().locator(".terminal pre").last().textContent();

        List<String> words = new ArrayList<>(PastedCommand.words(command));
        assertThat(words.removeFirst()).isEqualTo("clinic-events");
        words.add("--json");
        JsonNode made = HttpsClient.parsed(
                new IntegratorCalls(site.target().api(), site.target().key(), home).run(words.toArray(String[]::new)));
        assertThat(Instant.parse(made.path("expires_at").asText()))
                .isAfter(Instant.now().plus(Duration.ofMinutes(90)));
        ConsoleWindow opened = new ConsoleWindow(
                site.visit(site.target().reachable(made.path("url").asText())));
        assertThat(opened.heading()).hasText("Events");
    }
}
