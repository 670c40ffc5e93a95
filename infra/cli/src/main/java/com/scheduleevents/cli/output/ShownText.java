package com.scheduleevents.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** JSON as text for people. */
final class ShownText {

    private static final String NOTHING = "-";
    private static final String GAP = "  ";

    /** No column is made narrower. */
    private static final int LEAST = 6;

    private static final Pattern ID = Pattern.compile("(?:evt|whk|key|rpl|aud)_[A-Za-z0-9_-]+");

    private ShownText() {}

    /** A value on one line. Control characters are escaped: whoever wrote the value must not control the terminal. */
    static String of(JsonNode value) {
        if (value.isMissingNode() || value.isNull() || (value.isArray() && value.isEmpty())) {
            return NOTHING;
        }
        if (value.isArray()) {
            return value.valueStream().map(ShownText::of).collect(Collectors.joining(", "));
        }
        String text = value.isObject() ? value.toString() : value.asText();
        return text.isEmpty() ? NOTHING : printable(text);
    }

    /** The fields of an object, each with its name; those of an object within it carry both names. */
    static List<List<String>> facts(JsonNode object) {
        List<List<String>> facts = new ArrayList<>();
        object.propertyStream().forEach(field -> {
            String name = field.getKey().replace('_', ' ');
            if (field.getValue().isObject() && !field.getValue().isEmpty()) {
                facts(field.getValue())
                        .forEach(inner -> facts.add(List.of(name + " " + inner.getFirst(), inner.getLast())));
            } else {
                facts.add(List.of(name, of(field.getValue())));
            }
        });
        return facts;
    }

    /**
     * The lines of a table, shortened so that they fit: the widest columns first, and never an id, which people copy.
     *
     * @param width in characters; empty: they need not fit
     */
    static List<List<String>> fitted(List<List<String>> lines, OptionalInt width) {
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
    static List<String> aligned(List<List<String>> lines) {
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

    private static String printable(String text) {
        StringBuilder printable = new StringBuilder();
        text.chars().forEach(c -> {
            if (Character.isISOControl(c)) {
                printable.append(String.format("\\u%04x", c));
            } else {
                printable.append((char) c);
            }
        });
        return printable.toString();
    }
}
