package com.scheduleevents.cli;

import com.scheduleevents.cli.profiles.Profile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * What the arguments of all commands look like, checked before anything is sent: an argument of a wrong kind, which the shell made empty
 * for example, must not change what a request means. Labels say of which kind an argument is.
 */
final class ArgumentRules {

    private static final String REST = "[A-Za-z0-9_-]{1,64}";

    /** Any text is right: {@code --set} and the labels of webhooks and keys, which may be emptied. */
    private static final List<String> FREE = List.of("TEXT", "FIELD=VALUE", "FIELD=JSON", "SECRET", "COMMAND");

    private static final Map<String, Rule> RULES = Map.ofEntries(
            rule("WEBHOOK", "whk_" + REST, "the id of a webhook, such as whk_8f1c"),
            rule("EVENT", "evt_" + REST, "the id of an event, such as evt_01KAJ4M3T0V5Q0X8Y6W2ZC9D1E"),
            rule("KEY-ID", "key_" + REST, "the id of a key, such as key_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB; never its secret"),
            rule(
                    "CURSOR",
                    "[a-z]{3}_" + REST + "(?:\\.evt_" + REST + ")?",
                    "what a list has printed to go on with, such as evt_01KAJ4M3T0V5Q0X8Y6W2ZC9D1E"),
            rule("CLINIC", "cln_" + REST, "the id of a clinic, such as cln_harbour"),
            rule("APPOINTMENT", "apt_" + REST, "the id of an appointment, such as apt_8f1c"),
            rule(
                    "TYPE",
                    "\\*|[a-z][a-z0-9_]*\\.\\*|[a-z][a-z0-9_]*(?:\\.[a-z][a-z0-9_]*){1,8}",
                    "an event type or a group of them, such as appointment.cancelled or appointment.*"),
            rule(
                    "EXTERNAL-ID",
                    "[A-Za-z0-9][A-Za-z0-9._:/@-]{0,99}",
                    "an identifier, which has letters, digits and characters of . _ : / @ -, such as front-desk"),
            rule("PAYLOAD", "full|thin", "a payload; there are full, thin"),
            rule("SCOPE", "[a-z_]+:[a-z_]+", "a scope, such as events:read"),
            rule("NAME", Profile.NAME.pattern(), "the name of a profile, which has 1 to 64 letters, digits, _ or -"),
            rule("HTTPS-URL", "(?i:https)://[^\\s/]+\\S*", "an HTTPS URL, such as https://receiver.example/hooks"),
            Map.entry(
                    "FILE",
                    new Rule(
                            text -> !text.isBlank() && Files.isRegularFile(Path.of(text)), "a file that can be read")));

    private ArgumentRules() {}

    /** @param expected what to write instead, after "is not" */
    private record Rule(Predicate<String> right, String expected) {}

    /**
     * Checks what was given to a command.
     *
     * @throws ParameterException naming the first argument that is wrong
     */
    static void require(ParseResult parsed) {
        for (ArgSpec argument : parsed.matchedArgs()) {
            for (String value : argument.originalStringValues()) {
                values(argument, value).forEach(each -> require(parsed, argument, each));
            }
        }
        if (parsed.hasSubcommand()) {
            require(parsed.subcommand());
        }
    }

    private static List<String> values(ArgSpec argument, String value) {
        return argument.splitRegex().isEmpty() ? List.of(value) : List.of(value.split(argument.splitRegex(), -1));
    }

    private static void require(ParseResult parsed, ArgSpec argument, String value) {
        Optional<String> expected = expected(argument, value);
        if (expected.isPresent()) {
            String shown = value.isBlank() ? "An empty text" : "'" + value + "'";
            throw new ParameterException(
                    parsed.commandSpec().commandLine(),
                    name(argument) + ": " + shown + " is not " + expected.get() + ".");
        }
    }

    /** What it should be; empty if it is right. */
    private static Optional<String> expected(ArgSpec argument, String value) {
        String label = argument.paramLabel();
        if (FREE.contains(label) || argument.typeInfo().isBoolean()) {
            return Optional.empty();
        }
        if (argument.completionCandidates() != null && !RULES.containsKey(label)) {
            List<String> values = StreamSupport.stream(
                            argument.completionCandidates().spliterator(), false)
                    .toList();
            return Optional.of("a " + label.toLowerCase(Locale.ROOT) + "; there are " + String.join(", ", values))
                    .filter(_ -> !values.contains(value));
        }
        Rule rule = RULES.getOrDefault(label, new Rule(text -> !text.isBlank(), "a value"));
        return Optional.of(rule.expected()).filter(_ -> !rule.right().test(value));
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    private static Map.Entry<String, Rule> rule(String label, String pattern, String expected) {
        return Map.entry(label, new Rule(Pattern.compile(pattern).asMatchPredicate(), expected));
    }
}
