package com.scheduleevents.cli.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.ConnectionOptions;
import com.scheduleevents.cli.api.QueryString;
import com.scheduleevents.cli.catalogue.TypeNames;
import com.scheduleevents.cli.output.Column;
import com.scheduleevents.cli.output.ResultPrinter;
import com.scheduleevents.cli.output.WrongUsage;
import com.scheduleevents.cli.process.ProcessContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands on webhooks. */
@Command(name = "webhooks", description = WebhookCommands.SUMMARY, addMethodSubcommands = false)
public final class WebhookCommands {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY = "Registers, lists, changes, tests and deletes webhooks.";

    /** How far lists of the API count a backlog. */
    private static final int COUNTED_IN_LISTS = 100;

    /** How far the API counts the backlog of one webhook. */
    private static final int COUNTED = 1_000;

    private static final List<Column> COLUMNS = List.of(
            Column.of("webhook", "/id"),
            Column.of("label", "/description"),
            Column.host(),
            Column.limits("types", "/types"),
            Column.limits("clinics", "/clinic_ids", "/clinic_id"),
            Column.of("status", "/status"),
            Column.of("circuit", "/health/circuit").but(_ -> NullNode.getInstance(), WebhookCommands::isDisabled),
            Column.of("backlog", "/health/backlog")
                    .but(_ -> orMore(COUNTED_IN_LISTS), webhook -> isCounted(webhook, COUNTED_IN_LISTS)));

    private final ProcessContext context;

    /** Waits as this process does. */
    public WebhookCommands(ProcessContext context) {
        this.context = context;
    }

    @Command(name = "list", description = "Lists webhooks, newest first.")
    void list(@Mixin ConnectionOptions connection, @Mixin ResultPrinter output, @Mixin ListOptions options) {
        try (ApiSession api = connection.open()) {
            output.list(
                    COLUMNS, options.read(api, ApiSession.path("webhooks"), QueryString.NONE, output), "No webhooks.");
        }
    }

    @Command(name = "get", description = "Shows a webhook and its health.")
    void get(
            @Mixin ConnectionOptions connection,
            @Mixin ResultPrinter output,
            @Parameters(paramLabel = "WEBHOOK", description = Arguments.WEBHOOK) String webhook) {
        try (ApiSession api = connection.open()) {
            output.object(api.get(ApiSession.path("webhooks", webhook)), WebhookCommands::readable);
        }
    }

    @Command(
            name = "create",
            description = "Registers a webhook, and prints its signing secret, which cannot be shown again.")
    void create(
            @Mixin ConnectionOptions connection,
            @Mixin ResultPrinter output,
            @Mixin WebhookFields fields,
            @Option(names = "--url", paramLabel = "HTTPS-URL", description = WebhookFields.URL) Optional<String> url,
            @Option(
                            names = "--pull",
                            description = "Deliveries wait in a queue until they are pulled; there is no URL.")
                    boolean pull) {
        if (pull == url.isPresent()) {
            throw new WrongUsage("Say how deliveries arrive: either --url, or --pull.");
        }
        ObjectNode body = fields.json(url);
        if (pull) {
            body.put("mode", "pull");
        }
        if (!body.has("types")) {
            body.putArray("types").add("*");
        }
        try (ApiSession api = connection.open()) {
            printWithSecret(output, api.postOnce(ApiSession.path("webhooks"), body));
        }
    }

    @Command(
            name = "update",
            description = {
                "Changes a webhook; what is not given stays as it is.",
                "If the URL changes, the owner of the account gets an e-mail."
            })
    void update(
            @Mixin ConnectionOptions connection,
            @Mixin ResultPrinter output,
            @Mixin WebhookFields fields,
            @Parameters(paramLabel = "WEBHOOK", description = Arguments.WEBHOOK) String webhook,
            @Option(names = "--url", paramLabel = "HTTPS-URL", description = WebhookFields.URL) Optional<String> url) {
        ObjectNode body = fields.json(url);
        try (ApiSession api = connection.open()) {
            output.object(api.patch(ApiSession.path("webhooks", webhook), body), WebhookCommands::readable);
        }
    }

    @Command(name = "enable", description = "Makes a disabled webhook active again.")
    void enable(
            @Mixin ConnectionOptions connection,
            @Mixin ResultPrinter output,
            @Parameters(paramLabel = "WEBHOOK", description = Arguments.WEBHOOK) String webhook) {
        try (ApiSession api = connection.open()) {
            output.object(api.postOnce(ApiSession.path("webhooks", webhook, "enable")), WebhookCommands::readable);
        }
    }

    @Command(name = "disable", description = "Disables a webhook: nothing is sent to it until it is enabled.")
    void disable(
            @Mixin ConnectionOptions connection,
            @Mixin ResultPrinter output,
            @Parameters(paramLabel = "WEBHOOK", description = Arguments.WEBHOOK) String webhook) {
        try (ApiSession api = connection.open()) {
            output.object(api.postOnce(ApiSession.path("webhooks", webhook, "disable")), WebhookCommands::readable);
        }
    }

    @Command(
            name = "rotate",
            description = {
                "Gives a webhook a new signing secret, and prints it; it cannot be shown again.",
                "Meanwhile each delivery is signed with both, so that no delivery is refused."
            })
    void rotate(
            @Mixin ConnectionOptions connection,
            @Mixin ResultPrinter output,
            @Parameters(paramLabel = "WEBHOOK", description = Arguments.WEBHOOK) String webhook,
            @Option(
                            names = "--expires-in",
                            paramLabel = "TIME",
                            defaultValue = "24h",
                            description = "How long the old secret stays valid, such as 30m, 24h or 7d, or 0"
                                    + " (${DEFAULT-VALUE}).")
                    Duration overlap) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("expires_in", overlap.toSeconds());
        try (ApiSession api = connection.open()) {
            printWithSecret(output, api.postOnce(ApiSession.path("webhooks", webhook, "rotate_secret"), body));
        }
    }

    @Command(
            name = "test",
            description = {
                "Sends a test event to a webhook, and shows what its endpoint responded. It is signed like any event, is"
                        + " attempted once, and is in no feed.",
                "The exit status is 0 if the endpoint accepted it."
            })
    int test(
            @Mixin ConnectionOptions connection,
            @Mixin ResultPrinter output,
            @Parameters(paramLabel = "WEBHOOK", description = Arguments.WEBHOOK) String webhook,
            @Option(
                            names = "--type",
                            paramLabel = "TYPE",
                            completionCandidates = TypeNames.class,
                            defaultValue = "appointment.cancelled",
                            description = "Its event type (${DEFAULT-VALUE}).")
                    String type,
            @Option(
                            names = "--set",
                            paramLabel = "FIELD=VALUE",
                            description = "A value, as JSON or text, in the place of the example's; can be repeated.")
                    @Nullable
                    Map<String, String> values) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("type", type);
        if (values != null) {
            FieldValues.set(body.putObject("fields"), values);
        }
        try (ApiSession api = connection.open()) {
            JsonNode delivery = new TestDelivery(api, context.pause()).send(webhook, body);
            output.objectWithTable(delivery, "attempts", DeliveryCommands.ATTEMPTS);
            return delivery.path("status").asText().equals("succeeded") ? 0 : 1;
        }
    }

    @Command(name = "delete", description = "Deletes a webhook, with what is still to be delivered to it.")
    void delete(
            @Mixin ConnectionOptions connection,
            @Mixin ResultPrinter output,
            @Mixin Confirmation confirmation,
            @Parameters(paramLabel = "WEBHOOK", description = Arguments.WEBHOOK) String webhook) {
        try (ApiSession api = connection.open()) {
            confirmation.require("Delete " + webhook + " and its deliveries?");
            api.delete(ApiSession.path("webhooks", webhook));
            output.note(webhook + " is deleted.");
        }
    }

    /** The only time that the secret is shown. */
    private static void printWithSecret(ResultPrinter output, JsonNode webhook) {
        output.object(webhook, WebhookCommands::readable);
        output.note("The secret cannot be shown again: store it now.");
    }

    /** What people read of a webhook: the words of the list. */
    private static JsonNode readable(JsonNode webhook) {
        ObjectNode readable = webhook.deepCopy();
        if (webhook.path("types").size() == 1 && webhook.at("/types/0").asText().equals("*")) {
            readable.put("types", "all");
        }
        if (webhook.path("clinic_ids").isEmpty() && webhook.path("clinic_id").isNull()) {
            readable.put("clinic_ids", "all");
        }
        if (readable.get("health") instanceof ObjectNode health) {
            if (isDisabled(webhook)) {
                health.putNull("circuit");
            }
            if (isCounted(webhook, COUNTED)) {
                health.set("backlog", orMore(COUNTED));
            }
        }
        return readable;
    }

    /** Nothing is sent to a disabled webhook, whatever its circuit is. */
    private static boolean isDisabled(JsonNode webhook) {
        return webhook.path("status").asText().equals("disabled");
    }

    private static boolean isCounted(JsonNode webhook, int bound) {
        return webhook.at("/health/backlog").asInt() >= bound;
    }

    private static TextNode orMore(int bound) {
        return TextNode.valueOf(bound + " or more");
    }
}
