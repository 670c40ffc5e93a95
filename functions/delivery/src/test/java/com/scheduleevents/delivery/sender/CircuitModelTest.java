package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Webhook;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nothing stays in the backlog for ever, for every interleaving of senders and probes and every crash. */
final class CircuitModelTest {

    @ParameterizedTest(name = "{0} senders, one event in the backlog and {1} arriving, {2} probes, {3} crashes")
    @CsvSource({"2, 2, 1, 0", "2, 1, 2, 0", "2, 1, 1, 1", "2, 0, 2, 1"})
    void nothingStaysInTheBacklogForEver(int senders, int arriving, int checks, int deaths) {
        Interleavings interleavings = new Interleavings();

        interleavings.explore(
                () -> new CircuitModel(senders, arriving, checks, deaths, UnaryOperator.identity()),
                world -> isWell(world, arriving + 1));

        assertThat(interleavings.ends()).isPositive();
        assertThat(interleavings.states()).isGreaterThan(50);
    }

    @Test
    void findsTheLossWithoutTheSecondCheckOfTheBacklog() {
        Supplier<CircuitModel> withoutSecondLook = () -> new CircuitModel(
                2,
                1,
                1,
                0,
                real -> PortProxies.watched(
                        Backlog.class, real, (name, call) -> name.equals("Backlog.anyOf") ? false : call.make()));

        assertThatThrownBy(() -> new Interleavings().explore(withoutSecondLook, world -> isWell(world, 2)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("in the backlog without a probe");
    }

    @ParameterizedTest(
            name = "{0} senders, one event in the backlog and {1} arriving, {2} probes, {3} crashes, one suspension")
    @CsvSource({"2, 1, 1, 0", "3, 1, 0, 0", "2, 1, 0, 1"})
    void nothingStaysInTheBacklogAfterASuspension(int senders, int arriving, int checks, int deaths) {
        Interleavings interleavings = new Interleavings();

        interleavings.explore(
                () -> CircuitModel.withSuspension(
                        senders, arriving, checks, deaths, webhook -> webhook.resumed(CircuitModel.now())),
                world -> isWell(world, arriving + 1));

        assertThat(interleavings.ends()).isPositive();
        assertThat(interleavings.states()).isGreaterThan(50);
    }

    @Test
    void findsTheLossWhenResumingDoesNotScheduleAProbe() {
        UnaryOperator<Webhook> carelessly = webhook ->
                webhook.suspended() ? webhook.resumed(CircuitModel.now()).with(Health.UNKNOWN) : webhook;

        assertThatThrownBy(() -> new Interleavings()
                        .explore(() -> CircuitModel.withSuspension(2, 1, 0, 0, carelessly), world -> isWell(world, 2)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("in the backlog without a probe");
    }

    private static void isWell(CircuitModel world, int events) {
        assertThat(world.count() == 0 || world.health().probeAt().isPresent())
                .as("%s in the backlog without a probe: %s", world.count(), world.health())
                .isTrue();
        world.settle();
        assertThat(world.count()).isZero();
        assertThat(world.delivered()).hasSize(events);
        assertThat(world.health().isCircuitOpen()).isFalse();
        assertThat(world.health().probeAt()).isEmpty();
    }
}
