package com.scheduleevents.simulation.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A deliberate fault: one place of one source file says something else.
 *
 * @param name the name of its file
 * @param meaning what is wrong then
 * @param source the source file, from the root of the repository
 * @param original what stands there once
 * @param replacement what stands there instead
 * @param flood the arguments of the flood that finds it, which the third line names; empty when seeds do
 */
record Mutant(String name, String meaning, Path source, String original, String replacement, List<String> flood) {

    private static final String BEGIN = "\n<<<<\n";
    private static final String MIDDLE = "\n====\n";
    private static final String END = "\n>>>>\n";

    static Mutant read(Path file) throws IOException {
        String text = Files.readString(file);
        int begin = text.indexOf(BEGIN);
        int middle = text.indexOf(MIDDLE);
        int end = text.indexOf(END);
        String[] head = text.substring(0, begin).split("\n", -1);
        return new Mutant(
                file.getFileName().toString().replace(".mutant", ""),
                head[0],
                Path.of(head[1]),
                text.substring(begin + BEGIN.length(), middle),
                text.substring(middle + MIDDLE.length(), end),
                head.length > 2 ? List.of(head[2].replace("flood ", "").split(" ", -1)) : List.of());
    }

    /** @throws IllegalStateException when the place is not there any more, or not the only one */
    String apply(Path root) throws IOException {
        String text = Files.readString(root.resolve(source));
        int at = text.indexOf(original);
        if (at < 0 || text.indexOf(original, at + 1) >= 0) {
            throw new IllegalStateException(name + ": " + source + " has changed; write the mutant anew");
        }
        return text.substring(0, at) + replacement + text.substring(at + original.length());
    }
}
