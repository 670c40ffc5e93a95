package com.scheduleevents.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The arguments in the order in which the commands read them. The connection may be given before the command, as with other tools; it
 * is moved behind it. {@code help COMMAND} is {@code COMMAND --help}, and so is a command that needs another word and has none.
 */
final class ArgumentOrder {

    /** Options with a value that may stand before the command. */
    static final Set<String> CONNECTION = Set.of("--api", "--key", "--profile");

    private static final String JSON = "--json";
    private static final String HELP = "help";
    private static final String COMPLETION = "completion";
    private static final String SHOW_HELP = "--help";

    private final CommandNames names;

    ArgumentOrder(CommandNames names) {
        this.names = names;
    }

    /** The words of the command first, then what stood before or between them, then the rest. */
    List<String> of(String... arguments) {
        List<String> rest = new ArrayList<>(Arrays.asList(arguments));
        List<String> moved = leading(rest);
        if (rest.isEmpty() || rest.getFirst().startsWith("-")) {
            return rest.isEmpty() ? List.of(SHOW_HELP) : joined(moved, rest);
        }
        if (rest.getFirst().equals(HELP)) {
            rest.removeFirst();
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
            moved.addAll(leading(rest));
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

    /** Takes the options of the connection from the beginning. */
    private static List<String> leading(List<String> rest) {
        List<String> taken = new ArrayList<>();
        while (!rest.isEmpty()) {
            String first = rest.getFirst();
            if (CONNECTION.contains(first) && rest.size() > 1) {
                taken.add(rest.removeFirst());
                taken.add(rest.removeFirst());
            } else if (first.equals(JSON) || CONNECTION.stream().anyMatch(name -> first.startsWith(name + "="))) {
                taken.add(rest.removeFirst());
            } else {
                return taken;
            }
        }
        return taken;
    }

    private static List<String> joined(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
