package com.scheduleevents.simulation.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that every deliberate fault finds its place in the sources, although it is tried only now and then. */
class MutantTest {

    private static final Path ROOT = Path.of("..", "..");

    static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(ROOT.resolve("infra/simulation/mutants"))) {
            return all.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void placeOfTheFaultExistsOnce(Path file) throws IOException {
        Mutant mutant = Mutant.read(file);
        assertThat(mutant.apply(ROOT)).contains(mutant.replacement());
    }
}
