package com.scheduleevents.benchmark.speed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Tests when a load is warm. */
final class WarmUpTest {

    @Test
    void loadIsWarmWhenTheLastWindowsAreWithinTenPercentOfTheBestOfThem() {
        assertThat(after(50, 100, 100, 91).isSteady()).isTrue();
        assertThat(after(50, 91, 91, 100).isSteady()).isTrue();
    }

    @Test
    void loadThatStillGetsFasterIsNotWarm() {
        assertThat(after(50, 60, 72, 86).isSteady()).isFalse();
        assertThat(after(100, 100, 89).isSteady()).isFalse();
    }

    @Test
    void fewWindowsAreNotEnough() {
        assertThat(after(100, 100).isSteady()).isFalse();
        assertThat(after(100, 100, 100).isSteady()).isTrue();
    }

    @Test
    void fasterWindowLongAgoDoesNotMatter() {
        assertThat(after(300, 100, 100, 100).isSteady()).isTrue();
    }

    @Test
    void noisyMachineEndsTheWarmUpAfterFifteenWindows() {
        WarmUp noisy = after(DoubleStream.iterate(100, rate -> rate == 100 ? 200 : 100)
                .limit(14)
                .toArray());
        assertThat(noisy.isOver()).isFalse();
        assertThat(noisy.with(200).isOver()).isTrue();
        assertThat(noisy.with(200).isSteady()).isFalse();
    }

    @Test
    void windowsAreRunUntilTheWarmUpIsOver() throws InterruptedException {
        AtomicInteger windows = new AtomicInteger();
        WarmUp warmUp = WarmUp.of(100, windows::incrementAndGet);
        assertThat(warmUp.rates()).hasSize(windows.get()).hasSizeBetween(WarmUp.LAST, WarmUp.MOST);
        assertThat(warmUp.isOver()).isTrue();
    }

    /** As if they were one: 100 units in 1 s, 100 in 0.5 s and 100 in 0.5 s. */
    @Test
    void rateIsThatOfTheLastWindowsTogether() {
        assertThat(after(10, 100, 200, 200).rate()).isCloseTo(150, within(1e-9));
    }

    private static WarmUp after(double... rates) {
        return new WarmUp(List.copyOf(DoubleStream.of(rates).boxed().toList()));
    }
}
