package com.scheduleevents.cli.commands;

import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.ConnectionOptions;
import com.scheduleevents.cli.catalogue.TypeNames;
import com.scheduleevents.cli.output.ResultPrinter;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Records an example event. */
@Command(
        name = "trigger",
        description = {
            TriggerCommand.SUMMARY,
            "This is a real event: it is in the feed, webhooks get it, and it is billed. Needs the scopes events:read and"
                    + " events:write."
        })
public final class TriggerCommand implements Runnable {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY = "Records the example event of a type, and prints it.";

    @Parameters(
            paramLabel = "TYPE",
            completionCandidates = TypeNames.class,
            description = "The event type, such as appointment.cancelled.")
    private String type = "";

    @Option(
            names = "--set",
            paramLabel = "FIELD=VALUE",
            description = "A value in the place of the example's; can be repeated.")
    private Map<String, String> values = new LinkedHashMap<>();

    @Mixin
    private final ConnectionOptions connection;

    @Mixin
    private ResultPrinter output = new ResultPrinter();

    /** Records with this connection. */
    public TriggerCommand(ConnectionOptions connection) {
        this.connection = connection;
    }

    @Override
    public void run() {
        try (ApiSession api = connection.open()) {
            output.object(api.postOnce(ApiSession.path("events"), new SampleEvent(api).of(type, values)));
        }
    }
}
