package com.scheduleevents.benchmark.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Objects;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests how many bytes a delivery allocates where it computes: about a quarter more than the meter shows, for what differs between
 * machines. Allocations are counted, so the verdict does not depend on how busy the machine is.
 */
final class DeliveryOperationsTest {

    private static final int WARM_UP = 2_000;
    private static final int CALLS = 2_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    private final DeliveryOperations operations = new DeliveryOperations();

    @ParameterizedTest
    @CsvSource({"parsing, 11000", "serialising, 3300", "reading, 8100", "signing, 7500"})
    void operationAllocatesNoMoreThan(String operation, long bytes) {
        Supplier<Object> call =
                switch (operation) {
                    case "parsing" -> operations::parsing;
                    case "serialising" -> operations::serialising;
                    case "reading" -> operations::reading;
                    default -> operations::signing;
                };
        repeat(call, WARM_UP);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        repeat(call, CALLS);
        assertThat((THREADS.getCurrentThreadAllocatedBytes() - before) / CALLS)
                .isPositive()
                .isLessThanOrEqualTo(bytes);
    }

    private static void repeat(Supplier<Object> call, int times) {
        for (int i = 0; i < times; i++) {
            Objects.requireNonNull(call.get());
        }
    }
}
