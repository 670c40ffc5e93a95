package com.scheduleevents.cli.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Serial;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Reads YAML as nodes that know their lines, and the values of these as JSON. Nothing is constructed: tags are refused, aliases are bounded, and
 * plain words mean what the core schema of YAML 1.2 says, by which {@code no} is a word and {@code 012} is one too.
 */
final class YamlNodes {

    private static final int MAX_CHARACTERS = 1_000_000;
    private static final int MAX_ALIASES = 50;
    private static final int MAX_DEPTH = 20;

    /** How many values one field has at most, aliases counted as what they stand for. */
    private static final int MAX_VALUES = 10_000;

    private static final Pattern NULL = Pattern.compile("|~|null|Null|NULL");
    private static final Pattern BOOLEAN = Pattern.compile("true|True|TRUE|false|False|FALSE");
    private static final Pattern INTEGER = Pattern.compile("-?(?:0|[1-9][0-9]{0,17})");

    private int values;
    private final Deque<Node> within = new ArrayDeque<>();

    private YamlNodes() {}

    /** Something is wrong with the text, and on which line, from 1. */
    static final class Fault extends Exception {

        @Serial
        private static final long serialVersionUID = 1L;

        private final int line;
        private final String problem;

        Fault(int line, String problem) {
            super(problem);
            this.line = line;
            this.problem = problem;
        }

        int line() {
            return line;
        }

        String problem() {
            return problem;
        }
    }

    /**
     * The only document of a text.
     *
     * @throws Fault when there is none or there are several, or it is no YAML, or has tags or too many aliases
     */
    static Node document(String text) throws Fault {
        LoaderOptions bounds = new LoaderOptions();
        bounds.setCodePointLimit(MAX_CHARACTERS);
        bounds.setMaxAliasesForCollections(MAX_ALIASES);
        bounds.setNestingDepthLimit(MAX_DEPTH);
        try {
            refuseTags(new ParserImpl(new StreamReader(text), bounds));
            Node document = new Composer(new ParserImpl(new StreamReader(text), bounds), new Resolver(), bounds)
                    .getSingleNode();
            if (document == null) {
                throw new Fault(1, "there is nothing in it");
            }
            return document;
        } catch (MarkedYAMLException e) {
            int line = Optional.ofNullable(e.getProblemMark())
                    .map(mark -> mark.getLine() + 1)
                    .orElse(1);
            throw new Fault(line, "it is no YAML: " + e.getProblem());
        } catch (YAMLException e) {
            throw new Fault(1, "it is no YAML: " + e.getMessage());
        }
    }

    private static void refuseTags(ParserImpl parser) throws Fault {
        while (parser.peekEvent() != null) {
            Event event = parser.getEvent();
            String tag =
                    switch (event) {
                        case ScalarEvent scalar -> scalar.getTag();
                        case CollectionStartEvent collection -> collection.getTag();
                        default -> null;
                    };
            if (tag != null) {
                throw new Fault(event.getStartMark().getLine() + 1, "tags such as " + tag + " are not read");
            }
        }
    }

    /** The line on which a node begins, from 1. */
    static int line(Node node) {
        return node.getStartMark().getLine() + 1;
    }

    /** The text of a key or a value; empty when it is no scalar. */
    static Optional<String> text(Node node) {
        return node instanceof ScalarNode scalar ? Optional.of(scalar.getValue()) : Optional.empty();
    }

    /** The value of a node as JSON. */
    static JsonNode json(Node node) throws Fault {
        return new YamlNodes().converted(node);
    }

    private JsonNode converted(Node node) throws Fault {
        if (++values > MAX_VALUES) {
            throw new Fault(line(node), "it has too many values");
        }
        if (within.contains(node)) {
            throw new Fault(line(node), "it contains itself");
        }
        within.push(node);
        JsonNode json =
                switch (node) {
                    case ScalarNode scalar -> scalar(scalar);
                    case SequenceNode sequence -> array(sequence);
                    case MappingNode mapping -> object(mapping);
                    default -> throw new Fault(line(node), "it is neither a value nor a list nor a mapping");
                };
        within.pop();
        return json;
    }

    private ArrayNode array(SequenceNode sequence) throws Fault {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (Node element : sequence.getValue()) {
            array.add(converted(element));
        }
        return array;
    }

    private ObjectNode object(MappingNode mapping) throws Fault {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (NodeTuple member : mapping.getValue()) {
            String name = text(member.getKeyNode())
                    .orElseThrow(() -> new Fault(line(member.getKeyNode()), "the name of a field is no text"));
            if (object.has(name)) {
                throw new Fault(line(member.getKeyNode()), name + " is there twice");
            }
            object.set(name, converted(member.getValueNode()));
        }
        return object;
    }

    private static JsonNode scalar(ScalarNode scalar) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        String text = scalar.getValue();
        if (!scalar.isPlain()) {
            return json.textNode(text);
        }
        if (NULL.matcher(text).matches()) {
            return json.nullNode();
        }
        if (BOOLEAN.matcher(text).matches()) {
            return json.booleanNode(Boolean.parseBoolean(text));
        }
        if (INTEGER.matcher(text).matches()) {
            long number = Long.parseLong(text);
            return number == (int) number ? json.numberNode((int) number) : json.numberNode(number);
        }
        return json.textNode(text);
    }
}
