package com.scheduleevents.simulation.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A deliberate fault: one place, or a few, of one source file say something else.
 *
 * @param name the name of its file
 * @param meaning what is wrong then
 * @param source the source file, from the root of the repository
 * @param places those places
 * @param scenario the name of the scenario that finds it, and its arguments, which the third line has; or {@value #SEEDS} and the level of
 *     faults of the seeds that do; empty when those of {@value #USUAL} do
 */
record Mutant(String name, String meaning, Path source, List<Place> places, List<String> scenario) {

    /** In place of the name of a scenario. */
    static final String SEEDS = "seeds";

    private static final String USUAL = "savage";

    private static final Pattern PLACE = Pattern.compile("\n<<<<\n(.*?)\n====\n(.*?)\n>>>>(?=\n)", Pattern.DOTALL);

    static Mutant read(Path file) throws IOException {
        String text = Files.readString(file);
        String[] head = text.substring(0, text.indexOf("\n<<<<\n")).split("\n", -1);
        List<Place> places = PLACE.matcher(text)
                .results()
                .map(place -> new Place(place.group(1), place.group(2)))
                .toList();
        return new Mutant(
                file.getFileName().toString().replace(".mutant", ""),
                head[0],
                Path.of(head[1]),
                places,
                head.length > 2 ? List.of(head[2].split(" ", -1)) : List.of());
    }

    /** How many faults the seeds have that find it; empty when a scenario does. */
    Optional<String> level() {
        if (scenario.isEmpty()) {
            return Optional.of(USUAL);
        }
        return scenario.getFirst().equals(SEEDS) ? Optional.of(scenario.get(1)) : Optional.empty();
    }

    /** @throws IllegalStateException when a place is not there any more, or not the only one */
    String apply(Path root) throws IOException {
        String text = Files.readString(root.resolve(source));
        for (Place place : places) {
            int at = text.indexOf(place.original());
            if (at < 0 || text.indexOf(place.original(), at + 1) >= 0) {
                throw new IllegalStateException(name + ": " + source + " has changed; write the mutant anew");
            }
            text = text.substring(0, at)
                    + place.replacement()
                    + text.substring(at + place.original().length());
        }
        return text;
    }

    /**
     * What is changed.
     *
     * @param original what stands there once
     * @param replacement what stands there instead
     */
    record Place(String original, String replacement) {}
}
