package com.scheduleevents.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The arguments in the order in which the commands read them. What every command takes may be given before the command, as with other
 * tools; it is moved behind it. {@code help COMMAND} is {@code COMMAND --help}, and so is a command that needs another word and has none.
 */
public final class ArgumentOrder {

    private static final String HELP = "help";
    private static final String COMPLETION = "completion";
    private static final String SHOW_HELP = "--help";

    private final CommandNames names;
    private final Set<String> withValue;
    private final Map<String, String> alone;

    /**
     * @param withValue options with a value that may stand before the command
     * @param alone those that may stand there without one, and how they are written behind the command, where a word may follow them
     */
    public ArgumentOrder(CommandNames names, Set<String> withValue, Map<String, String> alone) {
        this.names = names;
        this.withValue = Set.copyOf(withValue);
        this.alone = Map.copyOf(alone);
    }

    /** The words of the command first, then what stood before or between them, then the rest. */
    public List<String> of(String... arguments) {
        List<String> rest = new ArrayList<>(Arrays.asList(arguments));
        List<String> moved = taken(rest);
        if (rest.isEmpty() || rest.getFirst().startsWith("-")) {
            // The help and the version need none of what was moved, and what is no option is refused.
            return rest.isEmpty() ? List.of(SHOW_HELP) : rest;
        }
        if (rest.getFirst().equals(HELP)) {
            rest.removeIf(HELP::equals);
            // Of what is no command, there is no help: it is refused, and another is suggested.
            if (rest.isEmpty()
                    || names.all().containsKey(rest.getFirst())
                    || rest.getFirst().equals(COMPLETION)) {
                rest.add(SHOW_HELP);
            }
            return rest;
        }
        List<String> words = new ArrayList<>(List.of(rest.removeFirst()));
        Set<String> seconds = names.within(words.getFirst());
        if (!seconds.isEmpty()) {
            moved.addAll(taken(rest));
            if (rest.isEmpty()) {
                return List.of(words.getFirst(), SHOW_HELP);
            }
            if (seconds.contains(rest.getFirst())) {
                words.add(rest.removeFirst());
            }
        }
        words.addAll(moved);
        return joined(words, rest);
    }

    /** The options that may stand before every command. */
    Set<String> leading() {
        return Stream.concat(withValue.stream(), alone.keySet().stream()).collect(Collectors.toSet());
    }

    /** Takes the options that may stand before the command from the beginning. */
    private List<String> taken(List<String> rest) {
        List<String> taken = new ArrayList<>();
        for (int length = length(rest); length > 0; length = length(rest)) {
            List<String> option = rest.subList(0, length);
            taken.addAll(Optional.ofNullable(alone.get(option.getFirst()))
                    .map(List::of)
                    .orElse(List.copyOf(option)));
            option.clear();
        }
        return taken;
    }

    /** How many arguments the option has with which they begin; 0 if it is none of those that may stand there. */
    private int length(List<String> arguments) {
        String first = arguments.isEmpty() ? "" : arguments.getFirst();
        if (withValue.contains(first)) {
            return arguments.size() > 1 ? 2 : 0;
        }
        String name = first.replaceFirst("=.*", "");
        return alone.containsKey(name) || (withValue.contains(name) && first.length() > name.length()) ? 1 : 0;
    }

    private static List<String> joined(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
