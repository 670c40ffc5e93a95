package com.scheduleevents.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the console's form that registers a webhook, and the list that then shows it, on a running cloud. */
@RequiresBrowser
class ConsoleRegistrationTest {

    private static final String QUEUE = "https://sqs.eu-central-1.amazonaws.com/123456789012/console-events";

    private static final String BUS = "arn:aws:events:eu-central-1:123456789012:event-bus/console-events";

    /** By its path, the emulated role lets in nobody but an account that there is not. */
    private static final String ROLE = "arn:aws:iam::123456789012:role/only/acc_of_nobody/console-events";

    private final ConsoleSite site;

    ConsoleRegistrationTest(ConsoleSite site) {
        this.site = site;
    }

    @AfterEach
    void pageDidNothingThatItMustNot() {
        site.endVisit();
        assertThat(site.problems()).isEmpty();
    }

    @Test
    void ownerRegistersAWebhookAndFollowsItsDeliveries() {
        ConsoleWindow window = new ConsoleWindow(site.open("/webhooks"));
        window.link("Register a webhook").click();
        window.field("URL")
                .fill(site.target().receiver().resolve("/hooks/registered").toString());
        window.page().getByLabel("Headers").fill("X-Api-Key: of-the-receiver\n\nX-Tenant: north:1\n");
        window.field("Description").fill("Reception");
        assertThat(window.page().getByLabel("The whole event")).isChecked();
        window.page().getByLabel("Thin:").check();
        assertThat(window.page().getByLabel("As events come")).isChecked();
        window.page().getByLabel("Each appointment in order").check();
        window.page().getByLabel("Only these:").check();
        window.field("offer.created").check();
        window.field("appointment.no_show").check();
        window.field("cln_station").check();
        window.button("Register").click();

        assertThat(window.secret()).matches("whsec_[A-Za-z0-9+/]{44}");
        assertThat(window.heading()).hasText("Reception");
        assertThat(window.page().locator("dl")).containsText("appointment.no_show, offer.created");
        assertThat(window.page().locator("dl")).containsText("cln_station");
        assertThat(window.page().locator("dl")).containsText("thin: the ID, type, clinic and time");
        assertThat(window.page().locator("dl")).containsText("waits for the earlier ones of its appointment");
        window.link("Edit").click();
        assertThat(window.page().getByLabel("Each appointment in order")).isChecked();
        assertThat(window.page().getByLabel("As events come")).isDisabled();
        window.page().goBack();

        ReceiverInbox inbox = ReceiverInbox.at(site.target(), "registered", id(window));
        String event = site.account().record(ChangeSamples.of("appointment.no_show", "cln_station", "prv_console"));
        assertThat(window.rows(event)).containsText("succeeded");
        assertThat(inbox.deliveriesOf(event).getFirst().header("x-api-key")).isEqualTo("of-the-receiver");
        assertThat(inbox.deliveriesOf(event).getFirst().header("x-tenant")).isEqualTo("north:1");
        assertThat(window.page().locator("figcaption")).containsText("1 delivered, 0 not delivered, median");
        window.rows(event).getByRole(AriaRole.LINK).click();
        assertThat(window.heading()).hasText("Delivery");
        assertThat(window.entries("1 of retry cycle 1")).containsText("succeeded, HTTP 200");
        assertThat(window.json()).containsText(event);
        assertThat(window.json()).not().containsText("prv_console");
        assertThat(inbox.deliveriesOf(event).getFirst().body()).doesNotContain("prv_console");

        window.link("Webhooks").click();
        assertThat(window.rows("Reception")).containsText("localhost");
        assertThat(window.rows("Reception")).containsText("1 delivered, 0 not delivered");
        assertThat(window.rows("Reception")).containsText("active");
        site.account().record(ChangeSamples.of("appointment.no_show", "cln_station", "prv_console"));
        assertThat(window.rows("Reception")).containsText("2 delivered, 0 not delivered");
        inbox.delete(site.account());
    }

    @Test
    void ownerRegistersAWebhookThatIsPulledForSomeClinics() {
        ConsoleWindow window = new ConsoleWindow(site.open("/webhooks/new"));
        window.page().getByLabel("Pull: ").check();
        assertThat(window.field("URL")).hasCount(0);
        assertThat(window.page().getByLabel("Each appointment in order")).hasCount(0);
        window.field("Description").fill("Behind the firewall");
        window.field("cln_harbour").check();
        window.field("cln_oldtown").check();
        window.button("Register").click();
        window.secret();

        assertThat(window.page().locator("dl")).containsText("none: its deliveries are pulled");
        assertThat(window.page().locator("dl")).containsText("cln_harbour, cln_oldtown");
        String webhook = id(window);
        window.link("Webhooks").click();
        assertThat(window.rows("Behind the firewall")).containsText("pulled");
        assertThat(site.account().delete("/v1/webhooks/" + webhook).status()).isEqualTo(204);
    }

    @Test
    void ownerLabelsAWebhookAndFindsItByItsExternalId() {
        ConsoleWindow window = new ConsoleWindow(site.open("/webhooks/new"));
        String own = "console/" + UUID.randomUUID();
        window.page().getByLabel("Pull: ").check();
        window.field("Description").fill("Labelled");
        window.field("External ID").fill(own);
        window.page().getByLabel("Metadata").fill("team: scheduling\n\nwiki: https://wiki.example/hooks\n");
        window.button("Register").click();
        window.secret();
        assertThat(window.page().locator("dl")).containsText(own);
        assertThat(window.page().locator("dl")).containsText("https://wiki.example/hooks");
        String webhook = id(window);
        assertThat(site.account().webhook(webhook).path("metadata").toString())
                .isEqualTo("{\"team\":\"scheduling\",\"wiki\":\"https://wiki.example/hooks\"}");

        window.link("Edit").click();
        assertThat(window.field("External ID")).hasValue(own);
        window.page().getByLabel("Metadata").fill("team: desk");
        window.button("Save").click();
        window.says("The webhook is changed.");
        assertThat(site.account().webhook(webhook).path("metadata").toString()).isEqualTo("{\"team\":\"desk\"}");
        assertThat(site.account().webhook(webhook).path("external_id").asText()).isEqualTo(own);

        window.link("Webhooks").click();
        window.page().getByLabel("External ID").fill(own);
        window.page().getByLabel("External ID").blur();
        assertThat(window.page().locator("tbody tr")).hasCount(1);
        assertThat(window.rows("Labelled")).containsText(own);
        window.page().reload();
        assertThat(window.page().getByLabel("External ID")).hasValue(own);
        assertThat(window.page().locator("tbody tr")).hasCount(1);
        assertThat(site.account().delete("/v1/webhooks/" + webhook).status()).isEqualTo(204);
    }

    @Test
    void formHasEverySettingAndSaysTheSameForATerminal(@TempDir Path home) throws Exception {
        ConsoleWindow window = new ConsoleWindow(site.open("/webhooks/new"));
        window.field("URL")
                .fill(site.target().receiver().resolve("/hooks/terminal").toString());
        window.page().getByLabel("Headers").fill("X-Api-Key: of-the-receiver");
        authorize(window, "of-the-receiver");
        window.field("Description").fill("It's theirs");
        window.page().getByLabel("Only these:").check();
        window.field("appointment.cancelled").check();
        condition(window, 0, "recoverable", "true");
        condition(window, 1, "provider_id", "prv_1, prv_2");
        window.field("cln_station").check();
        window.field("Deliveries a second, at most").fill("7");
        window.page().getByLabel("Keep the first 1,024 bytes").check();
        window.field("E-mails also to").fill("desk-" + UUID.randomUUID() + "@clinic.example");
        window.page().getByText("Leave some of these e-mails out").click();
        window.page().getByLabel("No e-mail when it works again").check();
        window.page().getByText("The same in a terminal").click();
        String curl = window.page().locator(".terminal pre").nth(0).textContent();
        String command = window.page().locator(".terminal pre").nth(1).textContent();
        assertThat(curl + command)
                .contains("X-Api-Key")
                .doesNotContain("of-the-receiver")
                .doesNotContain(site.target().key());
        window.button("Register").click();
        window.secret();

        JsonNode registered = site.account().webhook(id(window));
        assertThat(registered.path("filter"))
                .isEqualTo(HttpsClient.parsed("{\"provider_id\":[\"prv_1\",\"prv_2\"],\"recoverable\":[true]}"));
        assertThat(registered.at("/auth/scopes").toString()).isEqualTo("[\"events:read\",\"events:write\"]");
        assertThat(registered.path("max_per_second").asInt()).isEqualTo(7);
        assertThat(registered.path("capture_responses").asBoolean()).isTrue();
        assertThat(registered.at("/notify/without").toString()).isEqualTo("[\"recovered\"]");
        JsonNode byCurl = new PastedCommand(curl.replace("…", "of-the-receiver"))
                .run(site.target(), Map.of("CLINIC_EVENTS_KEY", site.target().key()));
        List<String> words = new ArrayList<>(PastedCommand.words(command.replace("…", "of-the-receiver")));
        assertThat(words.removeFirst()).isEqualTo("clinic-events");
        words.add("--json");
        JsonNode byCommand = HttpsClient.parsed(
                new IntegratorCalls(site.target().api(), site.target().key(), home).run(words.toArray(String[]::new)));
        for (JsonNode same : List.of(byCurl, byCommand)) {
            assertThat(settings(same)).isEqualTo(settings(registered));
        }
        for (JsonNode one : List.of(registered, byCurl, byCommand)) {
            assertThat(site.account()
                            .delete("/v1/webhooks/" + one.path("id").asText())
                            .status())
                    .isEqualTo(204);
        }
    }

    @Test
    void ownerRegistersAQueueWithTheSameLinesForATerminal(@TempDir Path home) throws Exception {
        ConsoleWindow window = new ConsoleWindow(site.open("/webhooks/new"));
        window.page().getByText("The same in a terminal").click();
        window.page().getByLabel("Queue in your AWS account").check();
        assertThat(window.field("Queue URL")).isVisible();
        assertThat(window.field("URL")).hasCount(0);
        assertThat(window.page().getByLabel("Headers")).hasCount(0);
        assertThat(window.page().getByText("Access token (OAuth 2.0)")).hasCount(0);
        assertThat(window.page().getByText("Client certificate (mutual TLS)")).hasCount(0);
        assertThat(window.page().getByLabel("Keep the first 1,024 bytes")).hasCount(0);
        String account = site.account().get("/v1/account").json().path("id").asText();
        assertThat(window.page().locator("#role_arn-hint")).containsText("with the external ID " + account);
        assertThat(window.button("Copy " + account)).isVisible();
        window.field("Queue URL").fill(QUEUE + ".fifo");
        window.field("Queue URL").blur();
        assertThat(window.page().locator("#queue_url-fault")).containsText("The URL of a standard queue");
        window.field("Queue URL").fill(QUEUE);
        assertThat(window.page().locator("#queue_url-fault")).isEmpty();
        window.field("Role ARN").fill(ROLE);
        window.page().getByLabel("Only these:").check();
        window.field("offer.declined").check();
        window.field("cln_oldtown").check();
        window.field("Deliveries a second, at most").fill("7");
        String curl = window.page().locator(".terminal pre").nth(0).textContent();
        String command = window.page().locator(".terminal pre").nth(1).textContent();
        window.button("Register").click();
        window.secret();

        JsonNode registered = site.account().webhook(id(window));
        assertThat(registered.path("destination"))
                .isEqualTo(HttpsClient.parsed(
                        "{\"type\":\"sqs\",\"queue_url\":\"" + QUEUE + "\",\"role_arn\":\"" + ROLE + "\"}"));
        assertThat(registered.path("max_per_second").asInt()).isEqualTo(7);
        JsonNode byCurl = new PastedCommand(curl)
                .run(site.target(), Map.of("CLINIC_EVENTS_KEY", site.target().key()));
        List<String> words = new ArrayList<>(PastedCommand.words(command));
        assertThat(words.removeFirst()).isEqualTo("clinic-events");
        words.add("--json");
        JsonNode byCommand = HttpsClient.parsed(
                new IntegratorCalls(site.target().api(), site.target().key(), home).run(words.toArray(String[]::new)));
        for (JsonNode same : List.of(byCurl, byCommand)) {
            assertThat(settings(same)).isEqualTo(settings(registered));
        }
        for (JsonNode one : List.of(registered, byCurl, byCommand)) {
            assertThat(site.account()
                            .delete("/v1/webhooks/" + one.path("id").asText())
                            .status())
                    .isEqualTo(204);
        }
    }

    /** It has no URL that a page could show, and is named by its queue. */
    @Test
    void pagesShowTheQueueAndTheRoleOfAWebhookWhichCanBeChanged() {
        String webhook = site.account()
                .post(
                        "/v1/webhooks",
                        "{\"types\":[\"offer.declined\"],\"clinic_ids\":[\"cln_oldtown\"],\"destination\":{\"type\":\"sqs\","
                                + "\"queue_url\":\"" + QUEUE + "\",\"role_arn\":\"" + ROLE + "-1\"}}")
                .json()
                .path("id")
                .asText();
        ConsoleWindow window = new ConsoleWindow(site.open("/webhooks"));
        assertThat(window.rows(QUEUE.replace("https://", "")).first()).containsText("active");
        window.field("Search").fill(ROLE + "-1");
        window.field("Search").press("Enter");
        window.rows(webhook).getByRole(AriaRole.LINK).click();
        assertThat(window.heading()).hasText(QUEUE.replace("https://", ""));
        assertThat(window.page().locator("dl")).containsText(QUEUE);
        assertThat(window.page().locator("dl")).containsText(ROLE + "-1");
        assertThat(window.page().locator("dl")).not().containsText("its deliveries are pulled");
        assertThat(window.button("Capture responses")).hasCount(0);

        window.link("Edit").click();
        assertThat(window.field("Queue URL")).hasValue(QUEUE);
        assertThat(window.page().getByLabel("HTTPS endpoint")).hasCount(0);
        window.field("Role ARN").fill(ROLE);
        window.button("Save").click();
        window.says("The webhook is changed.");
        JsonNode changed = site.account().webhook(webhook);
        assertThat(changed.at("/destination/role_arn").asText()).isEqualTo(ROLE);
        assertThat(changed.at("/destination/queue_url").asText()).isEqualTo(QUEUE);

        window.press("Send test event", "Send");
        assertThat(window.rows("webhook.ping")).containsText("role not assumed, HTTP 403");
        window.rows("webhook.ping").getByRole(AriaRole.LINK).click();
        assertThat(window.heading()).hasText("Delivery");
        assertThat(window.page().locator("dl")).containsText(QUEUE);
        window.page().getByText("Attributes of the message of attempt 1").click();
        assertThat(window.entries("role not assumed")).containsText("webhook-signature");
        assertThat(window.page().getByText("the attributes are the headers")).isVisible();
        assertThat(site.account().delete("/v1/webhooks/" + webhook).status()).isEqualTo(204);
    }

    /** An event on a bus has no signature that a page could explain. */
    @Test
    void formRegistersAWebhookForAnEventBusWhichPagesShow() {
        ConsoleWindow window = new ConsoleWindow(site.open("/webhooks/new"));
        window.page()
                .getByLabel("Event bus in your AWS account (Amazon EventBridge)")
                .check();
        window.field("Event bus ARN").fill("arn:aws:sqs:eu-central-1:123456789012:events");
        window.field("Role ARN").fill(ROLE);
        assertThat(window.page().locator("#event_bus_arn-fault")).containsText("The ARN of an event bus");
        window.field("Event bus ARN").fill(BUS);
        window.button("Register").click();
        window.secret();
        String webhook = id(window);
        assertThat(site.account().webhook(webhook).path("destination"))
                .isEqualTo(HttpsClient.parsed(
                        "{\"type\":\"eventbridge\",\"event_bus_arn\":\"" + BUS + "\",\"role_arn\":\"" + ROLE + "\"}"));

        window.page()
                .navigate(site.target().at("/v1/console#/webhooks/" + webhook).toString());
        assertThat(window.page().locator("dl")).containsText(BUS);
        window.press("Send test event", "Send");
        window.rows("webhook.ping").getByRole(AriaRole.LINK).click();
        assertThat(window.heading()).hasText("Delivery");
        assertThat(window.page().getByText("carries no signature")).isVisible();
        assertThat(window.page().getByText("Attributes of the message")).hasCount(0);
        assertThat(site.account().delete("/v1/webhooks/" + webhook).status()).isEqualTo(204);
    }

    private static void authorize(ConsoleWindow window, String secret) {
        window.page().getByText("Access token (OAuth 2.0)").click();
        window.field("Token URL").fill("https://auth.example.com/token");
        window.field("Client ID").fill("schedule");
        window.field("Client secret").fill(secret);
        window.field("Scopes").fill("events:read  events:write");
    }

    @Test
    void ownerSetsReplacesAndRemovesAClientCertificate() {
        ReceiverInbox inbox = ReceiverInbox.open(site.target(), "mtls", List.of("offer.declined"), "cln_station");
        ConsoleWindow window = new ConsoleWindow(site.open("/webhooks/" + inbox.webhook() + "/change"));
        HeldCertificate first =
                new HeldCertificate.Builder().commonName("first").build();
        HeldCertificate second =
                new HeldCertificate.Builder().commonName("second").build();
        window.page().getByText("Client certificate (mutual TLS)").click();
        window.field("Certificate, and behind it those that issued it").fill(first.certificatePem());
        window.button("Save").click();
        window.says("private_key must be one RSA or elliptic curve key as PEM");
        window.field("Private key, without a passphrase").fill(first.privateKeyPkcs8Pem());
        window.button("Save").click();
        window.says("The webhook is changed.");
        assertThat(window.page().getByText("CN=first")).isVisible();

        window.link("Edit").click();
        assertThat(window.field("Private key, without a passphrase")).hasValue("");
        window.field("Certificate, and behind it those that issued it").fill(second.certificatePem());
        window.field("Private key, without a passphrase").fill(second.privateKeyPkcs8Pem());
        window.button("Save").click();
        window.says("The webhook is changed.");
        assertThat(window.page().getByText("CN=second")).isVisible();

        window.link("Edit").click();
        window.page().getByLabel("Remove the certificate").check();
        window.button("Save").click();
        window.says("The webhook is changed.");
        assertThat(site.account().webhook(inbox.webhook()).hasNonNull("client_certificate_details"))
                .isFalse();
    }

    @Test
    void ownerChangesHowAccessTokensAreRequested() {
        ReceiverInbox inbox = ReceiverInbox.open(site.target(), "tokens", List.of("offer.declined"), "cln_station");
        ConsoleWindow window = new ConsoleWindow(site.open("/webhooks/" + inbox.webhook() + "/change"));
        authorize(window, "hunter2 ");
        window.button("Save").click();
        window.says("client_secret must be 1 to 1024 printable ASCII characters");
        window.field("Client secret").fill("hunter2");
        window.button("Save").click();
        window.says("The webhook is changed.");
        assertThat(window.page().getByText("https://auth.example.com/token")).isVisible();

        window.link("Edit").click();
        assertThat(window.field("Token URL")).hasValue("https://auth.example.com/token");
        assertThat(window.field("Scopes")).hasValue("events:read events:write");
        assertThat(window.field("Client secret")).hasValue("");
        window.field("Audience").fill("https://receiver.example");
        window.page().getByLabel("takes the secret in the body only").check();
        window.button("Save").click();
        window.says("The webhook is changed.");
        JsonNode changed = site.account().webhook(inbox.webhook()).path("auth");
        assertThat(changed.path("audience").asText()).isEqualTo("https://receiver.example");
        assertThat(changed.path("token_endpoint_auth_method").asText()).isEqualTo("client_secret_post");

        window.link("Edit").click();
        window.field("Token URL").fill("");
        window.button("Save").click();
        window.says("The webhook is changed.");
        assertThat(site.account().webhook(inbox.webhook()).hasNonNull("auth")).isFalse();
        inbox.delete(site.account());
    }

    private static void condition(ConsoleWindow window, int index, String field, String values) {
        window.button("Add a condition").click();
        window.choice("Field").nth(index).selectOption(field);
        window.field("is one of").nth(index).fill(values);
    }

    /** What of a webhook was asked for. */
    private static ObjectNode settings(JsonNode webhook) {
        return ((ObjectNode) webhook.deepCopy())
                .retain(
                        "url",
                        "destination",
                        "types",
                        "clinic_ids",
                        "filter",
                        "header_names",
                        "auth",
                        "client_certificate_details",
                        "payload",
                        "description",
                        "max_per_second",
                        "capture_responses",
                        "notify");
    }

    @Test
    void ownerEditsLimitFilterAndAddress() {
        ReceiverInbox inbox = ReceiverInbox.open(site.target(), "edited", List.of("appointment.booked"), "cln_station");
        String address = "edited-" + UUID.randomUUID() + "@clinic.example";
        change(
                inbox,
                "{\"max_per_second\":7,\"filter\":{\"duration_minutes\":[30,45],\"provider_id\":[\"prv_1\"]},\"notify\":{\"email\":\""
                        + address + "\",\"without\":[\"slow\"]}}");
        ConsoleWindow window = new ConsoleWindow(site.open("/webhooks/" + inbox.webhook()));
        window.link("Edit").click();
        assertThat(window.field("Deliveries a second, at most")).hasValue("7");
        assertThat(window.field("E-mails also to")).hasValue(address);
        window.page().getByText("Leave some of these e-mails out").click();
        assertThat(window.page().getByLabel("No e-mail when its receiver is slow"))
                .isChecked();
        // What is not changed stays, also what the filter has in another type than text.
        window.field("Description").fill("Edited");
        window.button("Save").click();
        window.says("The webhook is changed.");
        assertThat(site.account().webhook(inbox.webhook()).path("filter"))
                .isEqualTo(HttpsClient.parsed("{\"duration_minutes\":[30,45],\"provider_id\":[\"prv_1\"]}"));

        window.link("Edit").click();
        window.button("Remove the condition on provider_id").click();
        assertThat(window.field("is one of")).hasCount(1);
        window.field("is one of").fill("60");
        window.field("Deliveries a second, at most").fill("0");
        window.field("Deliveries a second, at most").blur();
        assertThat(window.page().locator("#max_per_second-fault")).not().isEmpty();
        window.field("Deliveries a second, at most").fill("");
        assertThat(window.page().locator("#max_per_second-fault")).isEmpty();
        window.field("E-mails also to").fill("");
        window.button("Save").click();
        window.says("The webhook is changed.");
        JsonNode edited = site.account().webhook(inbox.webhook());
        assertThat(edited.path("filter").toString()).isEqualTo("{\"duration_minutes\":[60]}");
        assertThat(edited.hasNonNull("max_per_second")).isFalse();
        assertThat(edited.hasNonNull("notify")).isFalse();

        window.link("Edit").click();
        window.field("Description").fill("Abandoned");
        window.link("Cancel").click();
        assertThat(window.heading()).hasText("Edited");
        assertThat(site.account().webhook(inbox.webhook()).path("description").asText())
                .isEqualTo("Edited");
        inbox.delete(site.account());
    }

    @Test
    void ownerChangesAWebhookAndNothingElseOfIt() {
        ReceiverInbox inbox = ReceiverInbox.open(site.target(), "changed", List.of("offer.declined"), "cln_station");
        change(inbox, "{\"headers\":{\"X-Api-Key\":\"of-the-receiver\"},\"max_per_second\":7,\"payload\":\"thin\"}");
        ConsoleWindow window = new ConsoleWindow(site.open("/webhooks/" + inbox.webhook()));
        window.link("Edit").click();
        assertThat(window.field("offer.declined")).isChecked();
        assertThat(window.field("cln_station")).isChecked();
        window.field("Description").fill("Renamed");
        window.field("offer.created").check();
        window.field("appointment.* (including future ones)").check();
        window.field("cln_oldtown").check();
        // Somebody else does something at the same time.
        change(inbox, "{\"max_per_second\":8}");
        window.button("Save").click();
        window.says("The webhook is changed.");
        assertThat(window.heading()).hasText("Renamed");
        JsonNode changed = site.account().webhook(inbox.webhook());
        assertThat(changed.path("types").toString())
                .isEqualTo("[\"appointment.*\",\"offer.created\",\"offer.declined\"]");
        assertThat(changed.path("clinic_ids").toString()).isEqualTo("[\"cln_oldtown\",\"cln_station\"]");
        assertThat(changed.path("max_per_second").asInt()).isEqualTo(8);
        assertThat(changed.path("payload").asText()).isEqualTo("thin");
        assertThat(changed.path("header_names").toString()).containsIgnoringCase("x-api-key");

        window.link("Edit").click();
        assertThat(window.field("Description")).hasValue("Renamed");
        assertThat(window.field("appointment.* (including future ones)")).isChecked();
        window.page().getByLabel("Remove X-Api-Key").check();
        window.page().getByLabel("All types").check();
        window.page().getByLabel("The whole event").check();
        window.button("Save").click();
        window.says("The webhook is changed.");
        JsonNode again = site.account().webhook(inbox.webhook());
        assertThat(again.path("types").toString()).isEqualTo("[\"*\"]");
        assertThat(again.hasNonNull("header_names")).isFalse();
        assertThat(again.path("payload").asText()).isEqualTo("full");
        assertThat(again.path("url").asText()).isEqualTo(changed.path("url").asText());
        inbox.delete(site.account());
    }

    @Test
    void changeOfASettingThatSomebodyElseHasChangedIsRefused() {
        ReceiverInbox inbox = ReceiverInbox.open(site.target(), "contested", List.of("offer.declined"), "cln_station");
        ConsoleWindow window = new ConsoleWindow(site.open("/webhooks/" + inbox.webhook() + "/change"));
        window.field("Description").fill("Mine");
        change(inbox, "{\"description\":\"Theirs\"}");
        window.button("Save").click();
        window.says("Somebody else has changed description meanwhile.");
        assertThat(window.field("Description")).hasValue("Mine");
        assertThat(site.account().webhook(inbox.webhook()).path("description").asText())
                .isEqualTo("Theirs");

        window.page().reload();
        assertThat(window.field("Description")).hasValue("Theirs");
        window.field("Description").fill("Both");
        window.button("Save").click();
        window.says("The webhook is changed.");
        assertThat(site.account().webhook(inbox.webhook()).path("description").asText())
                .isEqualTo("Both");
        inbox.delete(site.account());
    }

    /** The page has the old entity tag then, and sees its own change. */
    @ParameterizedTest
    @ValueSource(strings = {"", "X-Api-Key: of-the-receiver"})
    void changeWhoseResponseWasLostIsNobodyElses(String headers) {
        ReceiverInbox inbox = ReceiverInbox.open(site.target(), "arrived", List.of("offer.declined"), "cln_station");
        ConsoleWindow window = new ConsoleWindow(site.open("/webhooks/" + inbox.webhook() + "/change"));
        AtomicInteger sent = new AtomicInteger();
        window.page().route(url -> url.endsWith(inbox.webhook()), route -> {
            if (route.request().method().equals("PATCH") && sent.incrementAndGet() == 1) {
                route.fetch();
                route.abort();
            } else {
                route.resume();
            }
        });
        window.field("Description").fill("Arrived");
        window.field("offer.created").check();
        window.page().getByLabel("Headers").fill(headers);
        window.button("Save").click();
        window.says("The service cannot be reached.");
        assertThat(site.account().webhook(inbox.webhook()).path("description").asText())
                .isEqualTo("Arrived");

        change(inbox, "{\"max_per_second\":8}");
        window.button("Save").click();
        window.says("The webhook is changed.");
        JsonNode changed = site.account().webhook(inbox.webhook());
        assertThat(changed.path("max_per_second").asInt()).isEqualTo(8);
        assertThat(changed.path("types").toString()).isEqualTo("[\"offer.created\",\"offer.declined\"]");
        assertThat(changed.path("header_names").size()).isEqualTo(headers.isEmpty() ? 0 : 1);
        inbox.delete(site.account());
    }

    private void change(ReceiverInbox inbox, String fields) {
        HttpsResponse changed = site.account()
                .send("PATCH", "/v1/webhooks/" + inbox.webhook(), site.account().json(), fields);
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
    }

    private static String id(ConsoleWindow window) {
        return window.page().url().replaceFirst(".*/webhooks/", "");
    }

    @Test
    void formSaysWhatAFirewallHasToAllow() {
        ConsoleWindow window = new ConsoleWindow(site.open("/webhooks/new"));
        assertThat(window.page().locator("#url-hint")).containsText("come from addresses that change");

        window.page()
                .route(
                        url -> url.endsWith("/v1/addresses"),
                        route -> route.fulfill(new Route.FulfillOptions()
                                .setContentType("application/json")
                                .setBody("{\"data\":[{\"address\":\"198.51.100.7\"},{\"address\":\"198.51.100.8\"}],"
                                        + "\"has_more\":false,\"next_cursor\":null}")));
        window.page().reload();
        assertThat(window.page().locator("#url-hint")).containsText("Requests come from 198.51.100.7, 198.51.100.8:");
    }

    @Test
    void registrationThatTheServiceRefusesSaysWhy() {
        ConsoleWindow window = new ConsoleWindow(site.open("/webhooks/new"));
        window.field("URL").fill("https://192.168.0.1/hooks");
        window.button("Register").click();

        window.says("The host is an IP address.");
        assertThat(window.field("URL")).hasValue("https://192.168.0.1/hooks");
    }
}
