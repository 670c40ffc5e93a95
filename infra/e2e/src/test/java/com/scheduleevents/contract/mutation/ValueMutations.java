package com.scheduleevents.contract.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Mutations of a value, by a short name. Many of them are valid for one schema or another. */
final class ValueMutations {

    private static final int MANY = 10_000;

    /** Characters that are invalid in most texts, as JSON escapes. */
    private static final Map<String, String> HOSTILE = Map.of(
            "NUL", "\\u0000",
            "a lone high surrogate", "\\ud800",
            "a lone low surrogate", "\\udc00",
            "four bytes", "\uD83E\uDDB7",
            "right to left", "\u202E",
            "a line break", "\\n",
            "a delete", "\\u007f",
            "a replacement character", "\\ufffd",
            "a line separator", "\\u2028");

    private static final List<String> NO_MOMENTS = List.of(
            "2026-11-20",
            "2026-11-20T14:02:11",
            "2026-11-20 14:02:11Z",
            "2026-02-30T14:02:11Z",
            "2026-11-20T24:00:00Z",
            "2026-11-20T14:02:61Z",
            "2026-11-20T14:02Z",
            "2026-11-20T14:02:11+24:00",
            "10000-01-01T00:00:00Z",
            "-0001-01-01T00:00:00Z",
            "1763647331",
            "now");

    /** None is a valid date (RFC 3339, full-date). */
    private static final List<String> NO_DAYS = List.of(
            "2026-02-30",
            "2026-13-01",
            "2026-11-00",
            "2026-11-1",
            "26-11-01",
            "20261101",
            "2026-W47-6",
            "2026-11-20T14:02:11Z",
            "+2026-11-20",
            "-0001-01-01",
            "10000-01-01",
            "yesterday");

    private ValueMutations() {}

    /**
     * Values as JSON.
     *
     * @param schemas the schemas that the value may have
     * @param good a valid value
     */
    static Map<String, String> json(List<JsonNode> schemas, JsonNode good) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String plain : List.of("null", "true", "false", "\"\"", "\" \"", "\"x\"", "[]", "{}", "{\"a\":1}")) {
            values.put(plain, plain);
        }
        for (String number : List.of(
                "0",
                "-0",
                "1",
                "-1",
                "1.5",
                "-0.0",
                "9223372036854775808",
                "1e400",
                "-1e400",
                "1e-400",
                "1.0000000000000000000000001")) {
            values.put(number, number);
        }
        values.put("1,000 characters", quoted("x".repeat(1_000)));
        values.put("10,000 characters", quoted("x".repeat(MANY)));
        values.put("a list in a list", "[[]]");
        values.put(
                "a list of 10,000 nulls",
                ContractSamples.copies(NullNode.getInstance(), MANY).toString());
        if (good.isArray()) {
            values.put(
                    "10,000 elements",
                    ContractSamples.copies(good.path(0), MANY).toString());
        }
        values.put("itself in a list", "[" + good + "]");
        values.put("itself in an object", "{\"a\":" + good + "}");
        String text = good.isTextual() ? inner(good.textValue()) : "";
        HOSTILE.forEach((name, character) -> {
            values.put(name, quoted(character));
            values.put("itself and " + name, quoted(text + character));
        });
        schemas.forEach(schema -> values.putAll(ends(schema, good)));
        return values;
    }

    /** Values that a JSON parser may reject. */
    static Map<String, String> unreadable() {
        return Map.of(
                "10,000 lists in each other", "[".repeat(MANY) + "]".repeat(MANY),
                "10,000 objects in each other", "{\"a\":".repeat(MANY) + "1" + "}".repeat(MANY),
                "a number of 10,000 digits", "9".repeat(MANY),
                "a number of a gigabyte", "1e999999999",
                "a number next to nothing", "1e-999999999",
                "an exponent beyond all bounds", "1e99999999999",
                "NaN", "NaN",
                "a leading zero", "01",
                "single quotes", "'x'");
    }

    /** Values as text, for parameters and headers. */
    static List<String> texts(JsonNode schema, String good) {
        Stream<String> any = Stream.of(
                "x",
                "null",
                "true",
                "0",
                "-0",
                "-1",
                "1.5",
                "1e400",
                "9223372036854775808",
                "[]",
                "{}",
                "x".repeat(1_000));
        Stream<String> near = Stream.of(
                good + " ", " " + good, good + "," + good, good + "x".repeat(100), good.toUpperCase(Locale.ROOT));
        Stream<String> ends = ends(schema, TextNode.valueOf(good)).values().stream()
                .map(value -> value.startsWith("\"") ? value.substring(1, value.length() - 1) : value);
        return Stream.of(any, near, ends).flatMap(stream -> stream).distinct().toList();
    }

    private static Map<String, String> ends(JsonNode schema, JsonNode good) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String end : List.of("minimum", "maximum")) {
            if (schema.has(end)) {
                BigDecimal at = schema.get(end).decimalValue();
                for (String step : List.of("0", "1", "-1", "0.5")) {
                    values.put(
                            "its " + end + " and " + step,
                            at.add(new BigDecimal(step)).toPlainString());
                }
            }
        }
        String text = good.asText();
        if (schema.has("maxLength")) {
            int max = schema.get("maxLength").asInt();
            values.put("as long as it may be", quoted(inner(padded(text, max))));
            values.put("one character too long", quoted(inner(padded(text, max + 1))));
            values.put(
                    "as long as it may be, of four bytes each",
                    quoted(inner(text) + "\uD83E\uDDB7".repeat(Math.max(0, max - text.length()))));
        }
        if (schema.path("format").asText().equals("date-time")) {
            NO_MOMENTS.forEach(moment -> values.put(moment, quoted(moment)));
        }
        if (schema.path("format").asText().equals("date")) {
            NO_DAYS.forEach(day -> values.put(day, quoted(day)));
        }
        if (schema.has("enum") || schema.has("const")) {
            values.put("in capitals", quoted(inner(text.toUpperCase(Locale.ROOT))));
            values.put("with a space", quoted(inner(text + " ")));
        }
        int prefix = text.indexOf('_') + 1;
        if (schema.has("pattern") && prefix > 0) {
            values.put("another prefix", quoted("zzz_" + text.substring(prefix)));
            values.put("no prefix", quoted(text.substring(prefix)));
            values.put("the prefix alone", quoted(text.substring(0, prefix)));
            values.put(
                    "a prefix in capitals",
                    quoted(text.substring(0, prefix).toUpperCase(Locale.ROOT) + text.substring(prefix)));
            values.put("64 characters", quoted(text.substring(0, prefix) + "x".repeat(64)));
            values.put("65 characters", quoted(text.substring(0, prefix) + "x".repeat(65)));
        }
        return values;
    }

    private static String padded(String text, int length) {
        return text + "x".repeat(Math.max(0, length - text.length()));
    }

    private static String quoted(String inner) {
        return "\"" + inner + "\"";
    }

    /** The text between the quotes of a JSON string. */
    private static String inner(String text) {
        String whole = TextNode.valueOf(text).toString();
        return whole.substring(1, whole.length() - 1);
    }
}
