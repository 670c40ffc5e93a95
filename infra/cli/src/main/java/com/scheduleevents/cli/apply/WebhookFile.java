package com.scheduleevents.cli.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.terminal.CommandFailure;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * A file with the webhooks that there are to be. All its faults are told at once, each with its line; what only the service can judge, such as whether
 * a clinic exists, is left to it.
 */
final class WebhookFile {

    static final String EXTERNAL_ID = "external_id";
    private static final String WEBHOOKS = "webhooks";
    private static final Pattern EXTERNAL_IDS = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/@-]{0,99}");

    private final Path path;
    private final Map<String, String> known;
    private final List<String> faults = new ArrayList<>();
    private final Map<String, Integer> lines = new LinkedHashMap<>();

    private WebhookFile(Path path, Map<String, String> known) {
        this.path = path;
        this.known = known;
    }

    /**
     * Reads a file.
     *
     * @param known the fields that a webhook can have, each with the form of its value
     * @throws CommandFailure with all faults of the file, one a line
     */
    static List<WantedWebhook> read(Path path, Map<String, String> known) {
        WebhookFile file = new WebhookFile(path, known);
        List<WantedWebhook> webhooks = file.webhooks();
        if (!file.faults.isEmpty()) {
            throw new CommandFailure(String.join("\n", file.faults) + "\nNothing was changed.");
        }
        return webhooks;
    }

    private List<WantedWebhook> webhooks() {
        List<WantedWebhook> wanted = new ArrayList<>();
        try {
            Node document = YamlNodes.document(Files.readString(path));
            for (Node entry : entries(document)) {
                if (entry instanceof MappingNode mapping) {
                    wanted.add(webhook(mapping));
                } else {
                    fault(entry, "a webhook is a mapping, such as external_id: front-desk");
                }
            }
        } catch (YamlNodes.Fault fault) {
            fault(fault.line(), fault.problem());
        } catch (CharacterCodingException e) {
            throw new CommandFailure(path + " is not in UTF-8. Nothing was changed.", e);
        } catch (IOException e) {
            throw new CommandFailure(path + " cannot be read. Nothing was changed.", e);
        }
        return wanted;
    }

    private List<Node> entries(Node document) {
        String expected = "it has to be a mapping with the list " + WEBHOOKS + ", and nothing else";
        if (!(document instanceof MappingNode mapping)) {
            fault(document, expected);
            return List.of();
        }
        List<Node> entries = new ArrayList<>();
        boolean found = false;
        for (NodeTuple member : mapping.getValue()) {
            boolean isList =
                    YamlNodes.text(member.getKeyNode()).filter(WEBHOOKS::equals).isPresent()
                            && member.getValueNode() instanceof SequenceNode;
            if (isList && !found) {
                found = true;
                entries.addAll(((SequenceNode) member.getValueNode()).getValue());
            } else {
                fault(member.getKeyNode(), expected);
            }
        }
        if (!found && mapping.getValue().isEmpty()) {
            fault(document, expected);
        }
        return entries;
    }

    private WantedWebhook webhook(MappingNode entry) {
        String name = "webhook " + (lines.size() + 1);
        ObjectNode fields = JsonNodeFactory.instance.objectNode();
        Map<String, Node> keys = new LinkedHashMap<>();
        for (NodeTuple member : entry.getValue()) {
            Node key = member.getKeyNode();
            String field = YamlNodes.text(key).orElse("?");
            try {
                if (keys.putIfAbsent(field, key) != null) {
                    fault(key, field + " is there twice");
                }
                fields.set(field, YamlNodes.json(member.getValueNode()));
            } catch (YamlNodes.Fault fault) {
                fault(fault.line(), field + ": " + fault.problem());
            }
        }
        String externalId = externalId(entry, fields, name);
        keys.forEach((field, key) -> require(key, externalId.isEmpty() ? name : externalId, field, fields.get(field)));
        if (!fields.has("types")) {
            fault(entry, shown(externalId, name) + ": types is missing");
        }
        boolean hasReceiver =
                fields.hasNonNull(WebhookComparison.URL) || fields.hasNonNull(WebhookComparison.DESTINATION);
        if (!hasReceiver && !fields.path("mode").asText().equals("pull")) {
            fault(entry, shown(externalId, name) + ": url is missing, or else destination, or mode: pull");
        }
        return new WantedWebhook(externalId, fields);
    }

    private static String shown(String externalId, String name) {
        return externalId.isEmpty() ? name : externalId;
    }

    private String externalId(MappingNode entry, ObjectNode fields, String name) {
        JsonNode given = fields.path(EXTERNAL_ID);
        String id = given.isTextual() || given.isInt() ? given.asText() : "";
        int line = YamlNodes.line(entry);
        if (!EXTERNAL_IDS.matcher(id).matches()) {
            fault(
                    line,
                    name
                            + ": external_id has to be 1 to 100 letters, digits and characters of . _ : / @ -, such as front-desk");
            lines.put(name, line);
            return "";
        }
        fields.put(EXTERNAL_ID, id);
        Integer first = lines.putIfAbsent(id, line);
        if (first != null) {
            fault(line, id + ": another webhook of the file has this external_id, on line " + first);
            lines.put(name, line);
        }
        return id;
    }

    /** Of what the contract says of fields, only their form is looked at: the service says the rest in better words. */
    private void require(Node key, String webhook, String field, JsonNode value) {
        if (!known.containsKey(field)) {
            fault(
                    key,
                    webhook + ": there is no field " + field + "; there are "
                            + String.join(", ", new TreeSet<>(known.keySet())));
            return;
        }
        if (value == null || value.isNull()) {
            return;
        }
        String form = known.getOrDefault(field, "");
        boolean right =
                switch (form) {
                    case "list" -> value.isArray() && value.valueStream().allMatch(JsonNode::isTextual);
                    case "object" -> value.isObject();
                    case "integer" -> value.isIntegralNumber();
                    case "boolean" -> value.isBoolean();
                    default -> value.isTextual();
                };
        if (!right) {
            fault(key, webhook + ": " + field + " has to be " + expected(form));
        }
    }

    private static String expected(String form) {
        return switch (form) {
            case "list" -> "a list of texts; put what looks like a number into quotes";
            case "object" -> "a mapping";
            case "integer" -> "a whole number";
            case "boolean" -> "true or false";
            default -> "text; put what looks like a number, true, false or null into quotes";
        };
    }

    private void fault(Node node, String message) {
        fault(YamlNodes.line(node), message);
    }

    private void fault(int line, String message) {
        faults.add(path + ":" + line + ": " + message + ".");
    }
}
