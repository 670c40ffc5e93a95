package com.scheduleevents.cli.operations;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cli.api.QueryString;
import com.scheduleevents.cli.api.RequestTime;
import com.scheduleevents.cli.catalogue.TypeNames;
import com.scheduleevents.terminal.InvalidArguments;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A parameter of an operation's path, query or headers, or a field of its body: an argument or an option of the command.
 *
 * @param fields what is known of it
 */
record Parameter(Map<String, String> fields) {

    /** One ETag or several with their quotes, or any; the gateway would refuse other characters in a header. */
    private static final Pattern ETAGS = Pattern.compile("\\*|(W/)?\"[!#-~]*\"( *, *(W/)?\"[!#-~]*\"){0,99}");

    /** An ETag whose quotes the shell has taken. */
    private static final Pattern BARE_ETAG = Pattern.compile("\\w+(\\.\\w+){0,9}");

    /** Where the request has it: {@code path}, {@code query}, {@code header} or {@code body}. */
    String in() {
        return field("in");
    }

    String name() {
        return field("name");
    }

    /** The label of an argument, or the first name of an option. */
    String shown() {
        return in().equals("path") ? label() : names()[0];
    }

    /** The only values that it may have; empty if there are others. */
    List<String> values() {
        return Arrays.stream(field("values").split("\\|"))
                .filter(value -> !value.isEmpty())
                .toList();
    }

    private String field(String key) {
        return fields.getOrDefault(key, "");
    }

    private String label() {
        return field("label");
    }

    private String[] names() {
        return field("names").split(" ");
    }

    /** In which form its value is written. */
    String read() {
        return field("read");
    }

    /** @param isOptional whether another operation is meant without it */
    ArgSpec argument(boolean isOptional) {
        if (in().equals("path")) {
            return PositionalParamSpec.builder()
                    .paramLabel(label())
                    .description(field("about"))
                    .type(String.class)
                    .required(!isOptional)
                    .arity(isOptional ? "0..1" : "1")
                    .build();
        }
        OptionSpec.Builder option = OptionSpec.builder(names())
                .paramLabel(label())
                .description(field("about"))
                .required(fields.containsKey("required"));
        switch (read()) {
            case "list" -> option.type(List.class).auxiliaryTypes(String.class).splitRegex(",");
            case "fields" -> option.type(Map.class).auxiliaryTypes(String.class, String.class);
            case "flag", "set" -> option.type(boolean.class);
            case "integer" -> option.type(Integer.class);
            case "seconds" -> option.type(Duration.class);
            case "day" -> option.type(LocalDate.class);
            case "time" -> option.type(RequestTime.class).converters(times());
            default -> option.type(String.class);
        }
        if (fields.containsKey("default")) {
            option.defaultValue(field("default"));
        }
        if (label().equals("TYPE")) {
            option.completionCandidates(new TypeNames());
        } else if (!values().isEmpty()) {
            option.completionCandidates(values());
        }
        return option.build();
    }

    /** What is chosen from is in the past, and may be written as a time ago; a field is sent as it was written. */
    private ITypeConverter<?>[] times() {
        return in().equals("query") ? new ITypeConverter<?>[0] : new ITypeConverter<?>[] {new RequestTime.Converter()};
    }

    /**
     * Refuses a value that the contract does not allow.
     *
     * @throws InvalidArguments saying what it may be
     */
    void require(Object value) {
        String prefix = field("prefix");
        if (!prefix.isEmpty() && !value.toString().matches(prefix + "[A-Za-z0-9_-]{1,64}")) {
            throw new InvalidArguments(label() + ": '" + value + "' is not the id of a "
                    + label().toLowerCase(Locale.ROOT) + ", which begins with " + prefix + ".");
        }
        boolean isTime = value instanceof Duration;
        long number = value instanceof Duration time ? time.toSeconds() : value instanceof Integer n ? n : 0;
        long minimum = Long.parseLong(fields.getOrDefault("minimum", "" + Long.MIN_VALUE));
        long maximum = Long.parseLong(fields.getOrDefault("maximum", "" + Long.MAX_VALUE));
        if ((isTime || value instanceof Integer) && (number < minimum || number > maximum)) {
            throw new InvalidArguments(shown() + " is " + (isTime ? "a time" : "a number") + " from "
                    + shown(minimum, isTime) + " to " + shown(maximum, isTime) + ".");
        }
        if (read().equals("object")) {
            json(value);
        }
        if (read().equals("etag") && !ETAGS.matcher(header(value)).matches()) {
            throw new InvalidArguments(
                    shown() + " is an ETag as get prints it, such as '\"3.0a1b2c3d4e5f\"'; got '" + value + "'.");
        }
    }

    /** The value as a header has it. The quotes of an ETag are a part of it, and easily lost on a command line. */
    String header(Object value) {
        String text = value.toString();
        return read().equals("etag") && BARE_ETAG.matcher(text).matches() ? "\"" + text + "\"" : text;
    }

    private static String shown(long number, boolean isTime) {
        if (!isTime || number == 0) {
            return Long.toString(number);
        }
        return number % 86_400 == 0 ? number / 86_400 + "d" : number % 60 == 0 ? number / 60 + "m" : number + "s";
    }

    /** Adds the value to a query. */
    QueryString in(QueryString query, Object value) {
        if (value instanceof Collection<?> values) {
            return query.withAll(name(), values.stream().map(Object::toString).toList());
        }
        return query.with(name(), value.toString());
    }

    /** The value as a body has it. */
    JsonNode json(Object value) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        return switch (value) {
            case Collection<?> values -> {
                var array = json.arrayNode();
                values.forEach(each -> array.add(each.toString()));
                yield array;
            }
            case Map<?, ?> fields -> {
                ObjectNode object = json.objectNode();
                FieldValues.set(object, fields);
                yield object;
            }
            case Duration time -> json.numberNode(time.toSeconds());
            case Integer number -> json.numberNode(number);
            default ->
                switch (read()) {
                    case "set" -> field("value").equals("null") ? json.nullNode() : json.textNode(field("value"));
                    case "object" -> FieldValues.object(shown(), value.toString());
                    case "boolean" -> json.booleanNode(Boolean.parseBoolean(value.toString()));
                    default -> json.textNode(value.toString());
                };
        };
    }
}
