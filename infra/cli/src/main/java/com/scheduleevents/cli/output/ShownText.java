package com.scheduleevents.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.terminal.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** JSON as text for people. */
final class ShownText {

    private static final String NOTHING = "-";

    private ShownText() {}

    /** A value on one line. */
    static String of(JsonNode value) {
        if (value.isMissingNode() || value.isNull() || (value.isArray() && value.isEmpty())) {
            return NOTHING;
        }
        if (value.isArray()) {
            return value.valueStream().map(ShownText::of).collect(Collectors.joining(", "));
        }
        String text = value.isObject() ? value.toString() : value.asText();
        return text.isEmpty() ? NOTHING : PrintableText.of(text);
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
}
