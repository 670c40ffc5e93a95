package com.scheduleevents.benchmark.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** All figures of a run. */
public record Report(List<Figure> figures) {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    public Report {
        figures = List.copyOf(figures);
    }

    /** The table, with a line for each figure. */
    public String table() {
        int scenario = width(figures.stream().map(Figure::scenario).toList());
        int storage = width(figures.stream().map(Figure::storage).toList());
        int figure = width(figures.stream().map(Figure::figure).toList());
        String line = "%-" + scenario + "s  %-" + storage + "s  %-" + figure + "s  %14s  %s%n";
        StringBuilder table =
                new StringBuilder(String.format(Locale.ROOT, line, "scenario", "storage", "figure", "value", "unit"));
        String before = "";
        for (Figure one : figures) {
            table.append(one.scenario().equals(before) ? "" : "\n");
            table.append(String.format(
                    Locale.ROOT, line, one.scenario(), one.storage(), one.figure(), number(one.value()), one.unit()));
            before = one.scenario();
        }
        return table.toString();
    }

    /** Writes the figures as a JSON list. */
    public void writeTo(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
        Files.writeString(file, JSON.writeValueAsString(figures) + "\n");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value != 0 && Math.abs(value) < 1 ? "%.4f" : "%,.2f", value);
    }

    private static int width(List<String> texts) {
        return texts.stream().mapToInt(String::length).max().orElse(1);
    }
}
