package com.scheduleevents.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Tables as text, in columns. */
public final class TextTable {

    private static final String GAP = "  ";

    /** No column is made narrower. */
    private static final int LEAST = 6;

    private static final Pattern ID = Pattern.compile("(?:acc|aud|cln|evt|key|rpl|whk)_[A-Za-z0-9_-]+");

    private TextTable() {}

    /**
     * The lines of a table, shortened so that they fit: the widest columns first, and never an id, which people copy.
     *
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
        int excess = IntStream.of(widths).sum() + GAP.length() * (widths.length - 1) - width.getAsInt();
        while (excess > 0) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                if (!kept[i] && widths[i] > LEAST && (widest < 0 || widths[i] > widths[widest])) {
                    widest = i;
                }
            }
            if (widest < 0) {
                break;
            }
            widths[widest]--;
            excess--;
        }
        return lines.stream().map(line -> shortened(line, widths)).toList();
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
