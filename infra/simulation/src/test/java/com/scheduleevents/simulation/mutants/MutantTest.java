package com.scheduleevents.simulation.mutants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.cloud.faults.FaultLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that every deliberate fault finds its places in the sources, although it is tried only now and then. */
class MutantTest {

    static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("mutants"))) {
            return all.sorted().toList();
        }
    }

    /** Otherwise a change of the source would be noticed only when all mutants are run. */
    @ParameterizedTest
    @MethodSource("files")
    void mutantStillFitsItsSource(Path file, @TempDir Path classes) throws IOException {
        Mutant mutant = Mutant.read(file);
        assertThat(mutant.places()).isNotEmpty();
        assertThat(mutant.apply(Path.of("../..")))
                .isNotEqualTo(Files.readString(Path.of("../..").resolve(mutant.source())));
        MutantMain.compile(Path.of("../.."), mutant, classes);
        assertThat(classes).isDirectoryRecursivelyContaining("glob:**.class");
        assertThat(mutant.level()
                        .map(level -> FaultLevel.valueOf(level.toUpperCase(Locale.ROOT)))
                        .isPresent())
                .isNotEqualTo(MutantMain.SCENARIOS.containsKey(
                        String.join("", mutant.scenario().stream().limit(1).toList())));
    }

    @Test
    void onlyABrokenPromiseCatchesAMutant() {
        assertThat(MutantMain.firstBroken(List.of(
                        "10 runs, 35.0 virtual days, 90 a minute",
                        "seed 12: RETRIES_END is broken for evt_1: it came late",
                        "seed 12: and 3 more")))
                .contains(new MutantMain.Broken("12", "RETRIES_END"));
        assertThat(MutantMain.firstBroken(List.of(
                        "Exception in thread \"main\" java.lang.IllegalStateException: seed 3 could not be simulated",
                        "NOT COVERED: never KILLED_BEFORE at SenderFunction dynamodb.getItem")))
                .isEmpty();
    }

    /** Otherwise a fault of the code, or of a check, would pass for one that was put there. */
    @Test
    void promiseThatIsBrokenWithoutAMutantCatchesNone() {
        Mutant mutant = new Mutant("some", "what is wrong", Path.of("Some.java"), List.of(), List.of());
        Optional<MutantMain.Broken> broken = Optional.of(new MutantMain.Broken("7", "CIRCUIT_CLOSES"));
        assertThat(MutantMain.verdict(mutant, broken, Optional.empty()))
                .isEqualTo("caught some by seed 7 (CIRCUIT_CLOSES)");
        assertThat(MutantMain.verdict(mutant, broken, broken))
                .startsWith("NOT SHOWN some")
                .contains("seed 7");
        assertThat(MutantMain.verdict(mutant, Optional.empty(), Optional.empty()))
                .isEqualTo("MISSED some: what is wrong");
    }

    @Test
    void everyPlaceIsChanged(@TempDir Path root) throws IOException {
        Files.writeString(root.resolve("Some.java"), "one\ntwo\nthree\n");
        Path file = Files.writeString(
                root.resolve("some.mutant"),
                "what is wrong\nSome.java\n<<<<\none\n====\n1\n>>>>\n<<<<\nthree\n====\n3\n>>>>\n");
        assertThat(Mutant.read(file).apply(root)).isEqualTo("1\ntwo\n3\n");
    }

    @Test
    void placeThatIsThereTwiceIsRefused(@TempDir Path root) throws IOException {
        Files.writeString(root.resolve("Some.java"), "one\none\n");
        Path file =
                Files.writeString(root.resolve("some.mutant"), "what is wrong\nSome.java\n<<<<\none\n====\n1\n>>>>\n");
        assertThatThrownBy(() -> Mutant.read(file).apply(root)).isInstanceOf(IllegalStateException.class);
    }
}
