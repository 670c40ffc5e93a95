package com.scheduleevents.cli.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.Listing;
import com.scheduleevents.cli.api.QueryString;
import com.scheduleevents.cli.output.ResultPrinter;
import com.scheduleevents.cli.output.WrongUsage;
import java.util.List;
import picocli.CommandLine.Option;

/** How much of a list to show. */
final class ListOptions {

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "25",
            description = "How many at most (${DEFAULT-VALUE}).")
    private int limit = 1;

    @Option(names = "--all", description = "All of them.")
    private boolean all;

    /** Reads the list, and says on the error stream if it goes on. */
    List<JsonNode> read(ApiSession api, String path, QueryString parameters, ResultPrinter output) {
        if (limit < 1) {
            throw new WrongUsage("--limit is at least 1.");
        }
        Listing listing = api.list(path, parameters, all ? Integer.MAX_VALUE : limit);
        if (listing.more()) {
            output.note("There are more: give a higher --limit, or --all.");
        }
        return listing.elements();
    }
}
