package com.scheduleevents.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Tables as text, in columns. */
public final class TextTable {

    private static final String GAP = "  ";

    /** No column is made narrower. */
    private static final int LEAST = 6;

    private static final Pattern ID = Pattern.compile("(?:acc|aud|cln|evt|key|rpl|whk)_[A-Za-z0-9_-]+");

    private TextTable() {}

    /**
     * The lines of a table, shortened so that they fit: the widest columns first, and never an id, which people copy. Where that is not
     * enough, the last columns without an id are left out.
     *
     * @param lines that of the headings first, as many texts in each
     * @param width in characters; empty: they need not fit
     */
    public static List<List<String>> fitted(List<List<String>> lines, OptionalInt width) {
        if (width.isEmpty()) {
            return lines;
        }
        int[] widths = new int[lines.getFirst().size()];
        boolean[] kept = new boolean[widths.length];
        for (List<String> line : lines) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
                kept[i] |= ID.matcher(line.get(i)).matches();
            }
        }
        int excess = Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1) - width.getAsInt();
        while (excess > 0) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                if (!kept[i] && widths[i] > LEAST && (widest < 0 || widths[i] > widths[widest])) {
                    widest = i;
                }
            }
            if (widest < 0) {
                return withoutLastColumn(lines, kept)
                        .map(fewer -> fitted(fewer, width))
                        .orElse(lines);
            }
            widths[widest]--;
            excess--;
        }
        return lines.stream().map(line -> shortened(line, widths)).toList();
    }

    /** Empty where there are ids only: those are shown whatever the width. */
    private static Optional<List<List<String>>> withoutLastColumn(List<List<String>> lines, boolean[] kept) {
        int last = kept.length - 1;
        while (last >= 0 && kept[last]) {
            last--;
        }
        int column = last;
        return Optional.of(lines)
                .filter(_ -> column >= 0)
                .map(all -> all.stream().map(line -> without(line, column)).toList());
    }

    private static List<String> without(List<String> line, int column) {
        List<String> fewer = new ArrayList<>(line);
        fewer.remove(column);
        return fewer;
    }

    /** The columns that a terminal of this width is too narrow for, in a sentence; empty when all are shown. */
    public static Optional<String> leftOut(List<List<String>> lines, OptionalInt width) {
        int shown = fitted(lines, width).getFirst().size();
        return Optional.of(lines.getFirst().size() - shown)
                .filter(columns -> columns > 0)
                .map(columns -> "The terminal is too narrow for " + (columns == 1 ? "one column" : columns + " columns")
                        + "; --json shows all.");
    }

    private static List<String> shortened(List<String> line, int[] widths) {
        List<String> shortened = new ArrayList<>();
        for (int i = 0; i < line.size(); i++) {
            String text = line.get(i);
            shortened.add(text.length() <= widths[i] ? text : text.substring(0, widths[i] - 1) + "…");
        }
        return shortened;
    }

    /** Lines whose columns begin at the same position. */
    public static List<String> aligned(List<List<String>> lines) {
        int columns = lines.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        lines.forEach(line -> {
            for (int i = 0; i < line.size(); i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        });
        return lines.stream().map(line -> padded(line, widths)).toList();
    }

    private static String padded(List<String> line, int[] widths) {
        StringBuilder padded = new StringBuilder();
        for (int i = 0; i < line.size(); i++) {
            padded.append(line.get(i))
                    .repeat(" ", widths[i] - line.get(i).length())
                    .append(GAP);
        }
        return padded.toString().stripTrailing();
    }
}
