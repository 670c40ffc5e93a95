package com.scheduleevents.cli.operations;

import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.QueryString;
import com.scheduleevents.cli.output.Listing;
import com.scheduleevents.cli.output.ResultPrinter;
import com.scheduleevents.terminal.InvalidArguments;
import java.util.Optional;
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

    @Option(
            names = "--starting-after",
            paramLabel = "CURSOR",
            description = "Go on where a list has stopped, which it says on the error stream.")
    private Optional<String> after = Optional.empty();

    /** Reads the list, and says on the error stream if it goes on. */
    Listing read(ApiSession api, String path, QueryString parameters, ResultPrinter output) {
        if (limit < 1) {
            throw new InvalidArguments("--limit is at least 1.");
        }
        Listing listing = all ? api.rest(path, parameters, after) : api.search(path, parameters, after, limit);
        listing.next().ifPresent(cursor -> output.note(goesOn(listing, cursor)));
        return listing;
    }

    private String goesOn(Listing listing, String cursor) {
        return listing.elements().size() == limit
                ? "There are more: give a higher --limit, --all, or --starting-after " + cursor + "."
                : "No more were found so far, "
                        + listing.lookedBackTo()
                                .map(time -> "back to " + time)
                                .orElse("in " + ApiSession.SEARCHED_PAGES + " pages")
                        + ". To look further back, add --starting-after " + cursor + ".";
    }
}
