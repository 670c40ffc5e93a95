package com.scheduleevents.cli.commands;

import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.ConnectionOptions;
import com.scheduleevents.cli.api.QueryString;
import com.scheduleevents.cli.output.Column;
import com.scheduleevents.cli.output.ResultPrinter;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the usage of the account. */
@Command(
        name = "usage",
        description = {AccountUsageCommand.SUMMARY, "Billed are the events recorded and the deliveries that succeeded."
        })
public final class AccountUsageCommand implements Runnable {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY =
            "Lists what each clinic used on each day, latest day first. Needs the scope usage:read.";

    private static final List<Column> COLUMNS = List.of(
            Column.of("date", "/date"),
            Column.of("clinic", "/clinic_id"),
            Column.of("events", "/events_recorded"),
            Column.of("succeeded", "/deliveries_succeeded"),
            Column.of("failed", "/deliveries_failed"),
            Column.of("attempts", "/attempts"),
            Column.of("final", "/final"),
            Column.of("complete", "/complete"));

    @Option(
            names = "--from",
            paramLabel = "DAY",
            description = "The first day, such as 2026-11-01; by default the 30th before the last.")
    private Optional<LocalDate> first = Optional.empty();

    @Option(names = "--to", paramLabel = "DAY", description = "The last day; by default today.")
    private Optional<LocalDate> last = Optional.empty();

    @Option(names = "--clinic", paramLabel = "CLINIC", description = "Only this clinic.")
    private Optional<String> clinic = Optional.empty();

    @Mixin
    private final ConnectionOptions connection;

    @Mixin
    private ResultPrinter output = new ResultPrinter();

    /** Reads with this connection. */
    public AccountUsageCommand(ConnectionOptions connection) {
        this.connection = connection;
    }

    @Override
    public void run() {
        QueryString range =
                QueryString.NONE.with("from", first).with("to", last).with("clinic_id", clinic);
        try (ApiSession api = connection.open()) {
            output.list(COLUMNS, api.list(ApiSession.path("usage"), range, Integer.MAX_VALUE), "No usage.");
        }
    }
}
