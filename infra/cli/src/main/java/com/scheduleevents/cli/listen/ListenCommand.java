package com.scheduleevents.cli.listen;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.ConnectionOptions;
import com.scheduleevents.cli.catalogue.TypeNames;
import com.scheduleevents.cli.output.ResultPrinter;
import com.scheduleevents.cli.process.ProcessContext;
import com.scheduleevents.cli.process.Terminal;
import java.util.List;
import java.util.Optional;
import okhttp3.HttpUrl;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Forwards deliveries to a program on this machine. */
@Command(
        name = "listen",
        description = {
            ListenCommand.SUMMARY,
            "It registers a webhook whose deliveries are pulled, prints its signing secret, and deletes it at the end. With --json,"
                    + " each delivery is one object on a line.",
            "Each delivery is forwarded once. In a terminal, Enter sends the last one again, and its number and Enter another one."
        })
public final class ListenCommand implements Runnable {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY =
            "Forwards deliveries to a program on this machine, which needs no public address, until Ctrl-C, or until nothing has"
                    + " arrived for an hour.";

    @Option(
            names = "--forward-to",
            required = true,
            paramLabel = "URL",
            description = "Where deliveries go, such as http://localhost:3000/hooks, or only a port of this machine.")
    private String forwardTo = "";

    @Option(
            names = {"--types", "--type"},
            split = ",",
            paramLabel = "TYPE",
            completionCandidates = TypeNames.class,
            description = "Only events of these types; offer.* means all of a group.")
    private List<String> types = List.of("*");

    @Option(
            names = {"--clinic", "--clinics"},
            split = ",",
            paramLabel = "CLINIC",
            description = "Only events of this clinic; can be repeated.")
    private List<String> clinics = List.of();

    @Option(
            names = "--payload",
            paramLabel = "PAYLOAD",
            description =
                    "What a delivery carries: full, the whole event, or thin, its ID, type, clinic and time alone.")
    private Optional<String> payload = Optional.empty();

    @Option(names = "--insecure", description = "Accept any certificate of the target.")
    private boolean insecure;

    @Mixin
    private final ConnectionOptions connection;

    @Mixin
    private ResultPrinter output = new ResultPrinter();

    private final ProcessContext context;

    /** Reads keys from the terminal, and stops when the process is asked to. */
    public ListenCommand(ProcessContext context) {
        this.context = context;
        this.connection = new ConnectionOptions(context);
    }

    @Override
    public void run() {
        HttpUrl url = ForwardUrl.parse(forwardTo);
        try (var _ = context.stop().interruptThisThread();
                ApiSession api = connection.open()) {
            ForwardTarget target = new ForwardTarget(url, insecure, context.clock());
            TemporaryWebhook.deleteLeftovers(api, output, context.clock().instant());
            try (TemporaryWebhook webhook = TemporaryWebhook.register(api, output, url, settings())) {
                forward(webhook, new DeliveryForwarding(api, webhook.id(), target, output, context), url);
            }
        }
    }

    /** What the webhook is to be like, as the API takes it; it says what is wrong. */
    private ObjectNode settings() {
        ObjectNode settings = JsonNodeFactory.instance.objectNode().put("mode", "pull");
        types.forEach(settings.putArray("types")::add);
        if (!clinics.isEmpty()) {
            clinics.forEach(settings.putArray("clinic_ids")::add);
        }
        payload.ifPresent(style -> settings.put("payload", style));
        return settings;
    }

    private void forward(TemporaryWebhook webhook, DeliveryForwarding forwarding, HttpUrl url) {
        output.note(webhook.id() + " forwards to " + url + " until Ctrl-C.");
        output.note("Its signing secret is " + webhook.secret());
        if (context.terminal().isInteractive()) {
            output.note("Press Enter to send the last delivery again, or type the number of another one, and Enter.");
            Thread.ofPlatform().daemon().start(() -> readKeys(context.terminal(), forwarding));
        }
        try {
            forwarding.run();
        } catch (InterruptedException _) {
            // Asked to stop: what follows is the same as after the silence.
            Thread.currentThread().interrupt();
        }
    }

    private static void readKeys(Terminal terminal, DeliveryForwarding forwarding) {
        for (Optional<String> line = terminal.line(""); line.isPresent(); line = terminal.line("")) {
            forwarding.redeliver(line.get().strip());
        }
    }
}
