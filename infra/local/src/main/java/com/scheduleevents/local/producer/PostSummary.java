package com.scheduleevents.local.producer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts the outcomes of posting changes. */
final class PostSummary {

    /** How many line numbers are printed for each reason. */
    private static final int NAMED = 5;

    private final int expected;
    private int accepted;
    private int repeated;
    private final Map<String, List<Integer>> refusedLines = new TreeMap<>();

    /** @param expected the number of changes to post */
    PostSummary(int expected) {
        this.expected = expected;
    }

    synchronized void add(int line, PostOutcome outcome) {
        switch (outcome) {
            case PostOutcome.Accepted fresh -> accepted++;
            case PostOutcome.Repeated before -> repeated++;
            case PostOutcome.Refused refused ->
                refusedLines
                        .computeIfAbsent(refused.reason(), reason -> new ArrayList<>())
                        .add(line);
        }
    }

    synchronized int total() {
        return accepted + repeated + refused();
    }

    synchronized int refused() {
        return refusedLines.values().stream().mapToInt(List::size).sum();
    }

    /** A line on the progress. */
    String progress(Duration taken) {
        double perSecond = total() * 1000.0 / Math.max(taken.toMillis(), 1);
        String left =
                total() == 0 ? "" : String.format(Locale.ROOT, ", %,.0f s left", (expected - total()) / perSecond);
        return String.format(Locale.ROOT, "%,d of %,d posted, %,.0f a second%s", total(), expected, perSecond, left);
    }

    /** The final summary, with the reasons of refusals and the first line numbers of each. */
    synchronized String report(Duration taken) {
        StringBuilder report = new StringBuilder(String.format(
                Locale.ROOT,
                "%s%n  accepted %,d%n  repeated %,d%n  refused  %,d%n",
                progress(taken),
                accepted,
                repeated,
                refused()));
        refusedLines.forEach((reason, lines) -> report.append(
                String.format(Locale.ROOT, "    %,d × %s: line %s%n", lines.size(), reason, named(lines))));
        return report.toString();
    }

    private static String named(List<Integer> lines) {
        String first = lines.stream().sorted().limit(NAMED).map(String::valueOf).collect(Collectors.joining(", "));
        return lines.size() > NAMED ? first + ", …" : first;
    }
}
