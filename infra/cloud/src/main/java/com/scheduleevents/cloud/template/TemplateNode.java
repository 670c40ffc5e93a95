package com.scheduleevents.cloud.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** An object of the template that tracks which properties were read, so that unsupported ones are reported. */
final class TemplateNode {

    private final String place;
    private final JsonNode properties;
    private final Set<String> read = new HashSet<>();

    /** @param place its name in messages, such as {@code EventsFunction.Environment} */
    TemplateNode(String place, JsonNode properties) {
        if (!properties.isObject() && !properties.isMissingNode()) {
            throw new TemplateProblem(place + " must be an object.");
        }
        this.place = place;
        this.properties = properties;
    }

    String place() {
        return place;
    }

    boolean has(String name) {
        return properties.has(name);
    }

    JsonNode value(String name) {
        read.add(name);
        return properties.path(name);
    }

    String text(String name) {
        return optionalText(name).orElseThrow(() -> new TemplateProblem(place + " needs the property " + name + "."));
    }

    Optional<String> optionalText(String name) {
        JsonNode value = value(name);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isValueNode()) {
            throw new TemplateProblem(place + ": " + name + " must be a text, not " + value + ".");
        }
        return Optional.of(value.asText());
    }

    String oneOf(String name, String... known) {
        String text = text(name);
        if (!List.of(known).contains(text)) {
            throw new TemplateProblem(place + ": " + name + " " + text
                    + " is not supported by the emulator; use one of " + String.join(", ", known) + ".");
        }
        return text;
    }

    OptionalInt number(String name) {
        Optional<String> text = optionalText(name);
        try {
            return text.isPresent() ? OptionalInt.of(Integer.parseInt(text.get())) : OptionalInt.empty();
        } catch (NumberFormatException e) {
            throw new TemplateProblem(place + ": " + name + " must be a whole number, not " + text.get() + ".");
        }
    }

    boolean flag(String name, boolean byDefault) {
        return optionalText(name).map(Boolean::parseBoolean).orElse(byDefault);
    }

    List<String> texts(String name) {
        return list(name).stream().map(JsonNode::asText).toList();
    }

    List<JsonNode> list(String name) {
        JsonNode value = value(name);
        if (value.isMissingNode()) {
            return List.of();
        }
        if (!value.isArray()) {
            throw new TemplateProblem(place + ": " + name + " must be a list.");
        }
        return value.valueStream().toList();
    }

    TemplateNode block(String name) {
        JsonNode value = value(name);
        return new TemplateNode(
                place + "." + name, value.isMissingNode() ? JsonNodeFactory.instance.objectNode() : value);
    }

    List<TemplateNode> blocks(String name) {
        return list(name).stream()
                .map(item -> new TemplateNode(place + "." + name, item))
                .toList();
    }

    TemplateNode ignore(Set<String> names) {
        read.addAll(names);
        return this;
    }

    /** Must be called after reading: rejects properties that were not read. */
    void nothingElse() {
        properties
                .propertyStream()
                .map(java.util.Map.Entry::getKey)
                .filter(name -> !read.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new TemplateProblem(
                            place + ": the property " + name
                                    + " is not supported by the emulator. Add support for it, or list it in IgnoredProperties.");
                });
    }
}
