package com.scheduleevents.cloud.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads CloudFormation's YAML and expands short tags: {@code !Ref A} becomes {@code {"Ref": "A"}}. */
final class YamlFile {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private YamlFile() {}

    static JsonNode parse(String yaml) {
        try {
            Node root = new Yaml(new LoaderOptions()).compose(new StringReader(yaml));
            if (root == null) {
                throw new TemplateProblem("The template is empty.");
            }
            return convert(root);
        } catch (MarkedYAMLException e) {
            throw new TemplateProblem("The template is no YAML: " + e.getMessage());
        }
    }

    private static JsonNode convert(Node node) {
        JsonNode value =
                switch (node) {
                    case MappingNode mapping -> object(mapping);
                    case SequenceNode sequence -> array(sequence);
                    case ScalarNode scalar -> scalar(scalar);
                    default -> throw new TemplateProblem("Unexpected YAML at " + node.getStartMark());
                };
        String tag = node.getTag().getValue();
        return tag.startsWith("!") ? longForm(tag.substring(1), value) : value;
    }

    private static JsonNode longForm(String tag, JsonNode value) {
        ObjectNode object = JSON.objectNode();
        switch (tag) {
            case "Ref", "Condition" -> object.set(tag, value);
            case "GetAtt" -> object.set("Fn::GetAtt", value.isTextual() ? splitAtDot(value.textValue()) : value);
            default -> object.set("Fn::" + tag, value);
        }
        return object;
    }

    private static ArrayNode splitAtDot(String reference) {
        int dot = reference.indexOf('.');
        if (dot < 0) {
            throw new TemplateProblem("!GetAtt " + reference + " names no attribute: write Resource.Attribute.");
        }
        return JSON.arrayNode().add(reference.substring(0, dot)).add(reference.substring(dot + 1));
    }

    private static ObjectNode object(MappingNode mapping) {
        ObjectNode object = JSON.objectNode();
        mapping.getValue().forEach(entry -> {
            String key = ((ScalarNode) entry.getKeyNode()).getValue();
            if (object.has(key)) {
                throw new TemplateProblem("The key " + key + " stands twice: "
                        + entry.getKeyNode().getStartMark());
            }
            object.set(key, convert(entry.getValueNode()));
        });
        return object;
    }

    private static ArrayNode array(SequenceNode sequence) {
        ArrayNode array = JSON.arrayNode();
        sequence.getValue().forEach(item -> array.add(convert(item)));
        return array;
    }

    private static JsonNode scalar(ScalarNode scalar) {
        String text = scalar.getValue();
        Tag tag = scalar.getTag();
        if (tag.equals(Tag.NULL)) {
            return JSON.nullNode();
        }
        if (tag.equals(Tag.BOOL)) {
            return JSON.booleanNode(text.toLowerCase(Locale.ROOT).matches("true|yes|on"));
        }
        if (tag.equals(Tag.INT) && text.matches("[-+]?(0|[1-9][0-9]*)")) {
            return JSON.numberNode(new BigInteger(text));
        }
        if (tag.equals(Tag.FLOAT) && text.matches("[-+]?[0-9]+\\.[0-9]+")) {
            return JSON.numberNode(new BigDecimal(text));
        }
        return JSON.textNode(text);
    }
}
