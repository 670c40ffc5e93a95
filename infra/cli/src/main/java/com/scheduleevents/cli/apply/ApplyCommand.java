package com.scheduleevents.cli.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.ConnectionOptions;
import com.scheduleevents.cli.apply.WebhookPlan.Change;
import com.scheduleevents.cli.apply.WebhookPlan.Creation;
import com.scheduleevents.cli.apply.WebhookPlan.Step;
import com.scheduleevents.cli.apply.WebhookPlan.Unchanged;
import com.scheduleevents.cli.operations.Confirmation;
import com.scheduleevents.cli.operations.ResourceCommands;
import com.scheduleevents.cli.output.ResultPrinter;
import com.scheduleevents.cli.process.ProcessContext;
import com.scheduleevents.terminal.CommandFailure;
import com.scheduleevents.terminal.InvalidArguments;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes the webhooks of the account those of a file. */
@Command(
        name = "apply",
        description = {
            ApplyCommand.SUMMARY,
            "Webhooks are found by their external_id. What the file does not have stays as it is: nothing is ever deleted."
        })
public final class ApplyCommand implements Callable<Integer> {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY =
            "Creates and changes webhooks so that they are those of a YAML file, after it has shown what it would change.";

    @Parameters(paramLabel = "FILE", description = "The YAML file, with the list webhooks.")
    private Path file = Path.of("");

    @Option(names = "--dry-run", description = "Only show what would be changed.")
    private boolean dryRun;

    @Option(
            names = "--secrets",
            paramLabel = "NEW-FILE",
            description = "Where the signing secrets of new webhooks are written; it must not exist.")
    private Optional<Path> secrets = Optional.empty();

    @Option(
            names = "--send-headers",
            description =
                    "Send the headers, auth and client certificates of the file also where they seem to be the same: secrets cannot be"
                            + " read.")
    private boolean sendsHeaders;

    @Mixin
    private final Confirmation confirmation;

    @Mixin
    private final ConnectionOptions connection;

    @Mixin
    private ResultPrinter output = new ResultPrinter();

    /** Asks at the terminal of this process. */
    public ApplyCommand(ProcessContext context) {
        this.connection = new ConnectionOptions(context);
        this.confirmation = new Confirmation(context);
    }

    @Override
    public Integer call() {
        List<WantedWebhook> wanted = WebhookFile.read(file, ResourceCommands.bodyFields("webhooks", "create"));
        try (ApiSession api = connection.open()) {
            WebhookPlan plan = WebhookPlan.of(wanted, api, sendsHeaders);
            plan.steps().forEach(this::show);
            plan.others().forEach(this::showOther);
            output.note(summary(plan));
            if (dryRun || !plan.changesAnything()) {
                return 0;
            }
            boolean creates = plan.steps().stream().anyMatch(Creation.class::isInstance);
            if (creates) {
                SecretsFile.requireNew(secrets.orElseThrow(() -> new InvalidArguments(
                        "Each new webhook has a signing secret that cannot be shown again: name a new file for them with"
                                + " --secrets. Nothing was changed.")));
            }
            confirmation.require(
                    "Apply?",
                    "Nobody can be asked here: look at what --dry-run shows, and repeat it with --yes. Nothing was changed.");
            return apply(plan, api, creates);
        }
    }

    private int apply(WebhookPlan plan, ApiSession api, boolean creates) {
        AppliedSteps applied = new AppliedSteps(api, output);
        if (creates) {
            try (SecretsFile file = SecretsFile.create(secrets.orElseThrow())) {
                plan.steps().forEach(step -> applied.apply(step, Optional.of(file)));
            }
        } else {
            plan.steps().forEach(step -> applied.apply(step, Optional.empty()));
        }
        if (!applied.failures().isEmpty()) {
            throw new CommandFailure(String.join("\n", applied.failures())
                    + "\nThe others are applied. Apply the file again when this is corrected.");
        }
        return 0;
    }

    private void show(Step step) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("action", step.action()).put(WebhookFile.EXTERNAL_ID, step.externalId());
        StringBuilder text = new StringBuilder(String.format("%-10s ", step.action())).append(step.externalId());
        switch (step) {
            case Creation creation -> {
                ObjectNode fields =
                        WebhookComparison.shown(creation.wanted()).without(List.of(WebhookFile.EXTERNAL_ID));
                json.set("fields", fields);
                fields.properties().forEach(field -> line(text, field.getKey(), ResultPrinter.shown(field.getValue())));
            }
            case Change change -> {
                json.put("webhook_id", change.id());
                text.append("  ").append(change.id());
                ArrayNode changes = json.putArray("changes");
                change.differences().forEach(difference -> {
                    changes.addObject()
                            .put("field", difference.field())
                            .<ObjectNode>set("before", difference.before())
                            .set("after", difference.after());
                    line(text, difference.field(), shown(difference));
                });
            }
            case Unchanged unchanged -> {
                json.put("webhook_id", unchanged.id());
                text.append("  ").append(unchanged.id());
            }
        }
        output.element(json, text.toString());
    }

    private static String shown(WebhookComparison.Difference difference) {
        String both = ResultPrinter.shown(difference.before()) + " -> " + ResultPrinter.shown(difference.after());
        return WebhookComparison.isSecret(difference.field()) ? both + " (values are not shown)" : both;
    }

    private static void line(StringBuilder text, String field, String value) {
        text.append(System.lineSeparator())
                .append("             ")
                .append(field)
                .append(": ")
                .append(value);
    }

    private void showOther(JsonNode webhook) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("action", "none")
                .put("webhook_id", webhook.path("id").asText());
        json.set(WebhookFile.EXTERNAL_ID, webhook.path(WebhookFile.EXTERNAL_ID));
        json.set("description", webhook.path("description"));
        String named = List.of(WebhookFile.EXTERNAL_ID, "description").stream()
                .map(webhook::path)
                .filter(JsonNode::isTextual)
                .map(ResultPrinter::shown)
                .collect(Collectors.joining("  "));
        output.element(json, ("not in file " + webhook.path("id").asText() + "  " + named).stripTrailing());
    }

    private static String summary(WebhookPlan plan) {
        long created = plan.steps().stream().filter(Creation.class::isInstance).count();
        long changed = plan.steps().stream().filter(Change.class::isInstance).count();
        return created + " to create, " + changed + " to change, "
                + (plan.steps().size() - created - changed) + " unchanged, "
                + plan.others().size() + " not in the file.";
    }
}
