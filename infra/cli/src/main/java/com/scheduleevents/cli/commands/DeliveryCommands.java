package com.scheduleevents.cli.commands;

import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.ConnectionOptions;
import com.scheduleevents.cli.api.QueryString;
import com.scheduleevents.cli.api.RequestTime;
import com.scheduleevents.cli.catalogue.TypeNames;
import com.scheduleevents.cli.output.Column;
import com.scheduleevents.cli.output.ResultPrinter;
import com.scheduleevents.cli.output.WrongUsage;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands on deliveries. */
@Command(name = "deliveries", description = DeliveryCommands.SUMMARY, addMethodSubcommands = false)
public final class DeliveryCommands {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY = "Shows what was sent to webhooks; sends an event again, or gives it up.";

    static final List<Column> ATTEMPTS = List.of(
            Column.of("cycle", "/retry_cycle"),
            Column.of("attempt", "/number"),
            Column.of("at", "/at"),
            Column.of("ms", "/duration_ms"),
            Column.of("outcome", "/outcome"),
            Column.of("status", "/status_code"));

    private static final List<Column> COLUMNS = List.of(
            Column.of("event", "/event_id"),
            Column.of("type", "/event_type"),
            Column.of("clinic", "/clinic_id"),
            Column.of("status", "/status"),
            Column.of("attempts", "/attempts_count"),
            Column.of("last outcome", "/last_outcome"),
            Column.of("last status", "/last_status_code"),
            Column.of("next attempt", "/next_attempt_at"));

    private static final List<Column> COLUMNS_WITH_WEBHOOK = Stream.concat(
                    Stream.of(Column.of("webhook", "/webhook_id")), COLUMNS.stream())
            .toList();

    @Command(
            name = "list",
            description = {
                "Lists the deliveries of a webhook, newest event first.",
                "Without a webhook, lists what is pending, failed or not sent at all of them, webhook by webhook."
            })
    void list(
            @Mixin ConnectionOptions connection,
            @Mixin ResultPrinter output,
            @Mixin ListOptions options,
            @Parameters(arity = "0..1", paramLabel = "WEBHOOK", description = Arguments.WEBHOOK)
                    Optional<String> webhook,
            @Option(
                            names = "--status",
                            paramLabel = "STATUS",
                            completionCandidates = Statuses.class,
                            description =
                                    "Only these: pending, failed or not_sent; of a webhook also succeeded, dismissed or expired.")
                    Optional<String> status,
            @Option(
                            names = {"--type", "--types"},
                            split = ",",
                            paramLabel = "TYPE",
                            completionCandidates = TypeNames.class,
                            description = "Only events of these types; needs a webhook.")
                    @Nullable
                    Set<String> types,
            @Option(names = "--since", paramLabel = "TIME", description = Arguments.SINCE)
                    Optional<RequestTime> since) {
        if (webhook.isEmpty() && types != null) {
            throw new WrongUsage("--type needs a webhook.");
        }
        if (webhook.isEmpty() && status.isPresent() && !Statuses.OF_ALL_WEBHOOKS.contains(status.get())) {
            throw new WrongUsage("--status " + status.get() + " needs a webhook. Without one, there are "
                    + String.join(", ", Statuses.OF_ALL_WEBHOOKS) + ".");
        }
        QueryString filter = QueryString.NONE
                .with("status", status)
                .withAll("type", Arguments.given(types))
                .with("since", since);
        try (ApiSession api = connection.open()) {
            output.list(
                    webhook.isPresent() ? COLUMNS : COLUMNS_WITH_WEBHOOK,
                    options.read(
                            api,
                            webhook.map(id -> ApiSession.path("webhooks", id, "deliveries"))
                                    .orElse(ApiSession.path("deliveries")),
                            filter,
                            output),
                    "No deliveries.");
        }
    }

    @Command(name = "get", description = "Shows a delivery with all its attempts.")
    void get(
            @Mixin ConnectionOptions connection,
            @Mixin ResultPrinter output,
            @Parameters(paramLabel = "WEBHOOK", description = Arguments.WEBHOOK) String webhook,
            @Parameters(paramLabel = "EVENT", description = Arguments.EVENT) String event) {
        try (ApiSession api = connection.open()) {
            output.objectWithTable(
                    api.get(ApiSession.path("webhooks", webhook, "deliveries", event)), "attempts", ATTEMPTS);
        }
    }

    @Command(name = "redeliver", description = "Sends an event again, with a whole retry schedule.")
    void redeliver(
            @Mixin ConnectionOptions connection,
            @Mixin ResultPrinter output,
            @Parameters(paramLabel = "WEBHOOK", description = Arguments.WEBHOOK) String webhook,
            @Parameters(paramLabel = "EVENT", description = Arguments.EVENT) String event) {
        try (ApiSession api = connection.open()) {
            output.object(api.postOnce(ApiSession.path("webhooks", webhook, "deliveries", event, "redeliver")));
        }
    }

    @Command(
            name = "dismiss",
            description = {
                "Gives up a pending delivery, so that one event that a working endpoint cannot accept does not disable its"
                        + " webhook.",
                "The event stays in the feed, and can be delivered again."
            })
    void dismiss(
            @Mixin ConnectionOptions connection,
            @Mixin ResultPrinter output,
            @Parameters(paramLabel = "WEBHOOK", description = Arguments.WEBHOOK) String webhook,
            @Parameters(paramLabel = "EVENT", description = Arguments.EVENT) String event) {
        try (ApiSession api = connection.open()) {
            output.object(api.postOnce(ApiSession.path("webhooks", webhook, "deliveries", event, "dismiss")));
        }
    }
}
