package com.scheduleevents.benchmark.speed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.scheduleevents.benchmark.report.Figure;
import com.scheduleevents.benchmark.speed.Reference.Pace;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which figures are made of what was measured. */
final class MeasuredTest {

    private static final double EXACTLY = 1e-9;
    private static final MachineUse IDLE = new MachineUse(0.5, OptionalDouble.of(0.1), 2);
    private static final MachineUse SATURATED = new MachineUse(1.2, OptionalDouble.of(0.7), 2);
    private static final Percentiles MILLIS = new Percentiles(
            IntStream.rangeClosed(1, 100).mapToObj(Double::valueOf).toList());

    /** 400 units a second before and 600 after are 480 for as many of both; one takes 4 ms of the processors. */
    private static final Reference REFERENCE = new Reference(new Pace(400, 0.003), new Pace(600, 0.005));

    @Test
    void eachFigureComesWithItselfRelativeToTheReferenceLoad() {
        Measured measured = measured(IDLE);

        assertThat(measured.rate("deliveries", 240))
                .satisfiesExactly(of("deliveries ÷ reference", 0.5), of("deliveries", 240));
        assertThat(measured.seconds("start", 0.1)).satisfiesExactly(of("start ÷ reference", 48), of("start", 0.1));
        assertThat(measured.micros("sign", 100)).satisfiesExactly(of("sign ÷ reference", 0.048), of("sign", 100));
        assertThat(measured.processor("processor", 8))
                .satisfiesExactly(of("processor ÷ reference", 2), of("processor", 8));
        assertThat(measured.latency("arrival", MILLIS, 50))
                .satisfiesExactly(of("arrival, p50 ÷ reference", 24), of("arrival, p50", 50));
    }

    /** That is what makes figures of different days comparable. */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1, 2})
    void relativeFiguresAreTheSameOnMachinesOfDifferentSpeed(double speed) {
        Reference reference = new Reference(new Pace(400 * speed, 0.003 / speed), new Pace(600 * speed, 0.005 / speed));

        assertThat(reference.ofRate(240 * speed)).isCloseTo(0.5, within(EXACTLY));
        assertThat(reference.ofTime(0.1 / speed)).isCloseTo(48, within(EXACTLY));
        assertThat(reference.ofProcessor(0.008 / speed)).isCloseTo(2, within(EXACTLY));
        assertThat(reference.change()).isCloseTo(1.5, within(EXACTLY));
    }

    @Test
    void saturatedMachineHasNoLatency() {
        assertThat(measured(SATURATED).latency("arrival", MILLIS, 50, 99))
                .satisfiesExactly(of("arrival: saturated, so not measured; processors in use", 0.95));
    }

    @Test
    void neighboursAreOnlyComparedWhereNeitherPartWasSaturated() {
        assertThat(neighbours(IDLE, IDLE))
                .contains("with ÷ without a receiver that hangs, p99")
                .contains("from response to arrival beside a receiver that hangs, p99");
        assertThat(neighbours(SATURATED, IDLE)).noneMatch(name -> name.startsWith("with ÷ without"));
        assertThat(neighbours(IDLE, SATURATED))
                .noneMatch(name -> name.startsWith("with ÷ without"))
                .contains("from response to arrival beside a healthy receiver, p99")
                .doesNotContain("from response to arrival beside a receiver that hangs, p99");
    }

    /** 200 a second of both accounts together: 25 of each are a quarter. */
    @Test
    void neighboursSendAQuarterOfWhatTheMachineTakes() {
        assertThat(NeighboursScenario.between(200)).isEqualTo(Duration.ofMillis(40));
    }

    @Test
    void everyFigureNamesScenarioAndStorage() {
        assertThat(measured(IDLE).conditions(", first")).hasSize(5).allSatisfy(figure -> {
            assertThat(figure.scenario()).isEqualTo("scenario");
            assertThat(figure.storage()).isEqualTo("memory");
        });
    }

    @Test
    void nothingIsSaidOfOthersWhereNobodyKnows() {
        MachineUse unknown = new MachineUse(0.5, OptionalDouble.empty(), 2);
        assertThat(measured(unknown).conditions(""))
                .extracting(Figure::figure)
                .noneMatch(name -> name.contains("others"));
        assertThat(measured(IDLE).conditions("")).extracting(Figure::figure).anyMatch(name -> name.contains("others"));
    }

    private static List<String> neighbours(MachineUse without, MachineUse with) {
        return NeighboursScenario.figures(measured(without), MILLIS, measured(with), MILLIS).stream()
                .map(Figure::figure)
                .toList();
    }

    private static Measured measured(MachineUse use) {
        return new Measured("scenario", "memory", REFERENCE, use);
    }

    private static ThrowingConsumer<Figure> of(String name, double value) {
        return figure -> {
            assertThat(figure.figure()).isEqualTo(name);
            assertThat(figure.value()).isCloseTo(value, within(EXACTLY));
        };
    }
}
