package com.scheduleevents.domain.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsageTest {

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // what it is, how its attempts ended, taken, failed
                "SUCCEEDED, SUCCEEDED,                          1, 0",
                "SUCCEEDED, TIMEOUT STATUS SUCCEEDED,           1, 0",
                "PENDING,   TIMEOUT STATUS,                     0, 0",
                "PENDING,   -,                                  0, 0",
                "FAILED,    TIMEOUT STATUS DNS,                 0, 1",
                "DISMISSED, TIMEOUT,                            0, 1",
                // Sent again after it was taken: counted once, and a failure takes nothing back.
                "SUCCEEDED, SUCCEEDED SUCCEEDED,                1, 0",
                "PENDING,   SUCCEEDED STATUS,                   1, 0",
                "FAILED,    SUCCEEDED STATUS STATUS,            1, 0",
                "DISMISSED, SUCCEEDED STATUS,                   1, 0",
                // Sent again after it had failed: taken after all.
                "SUCCEEDED, STATUS STATUS SUCCEEDED,            1, 0",
            })
    void aDeliveryCountsOnce(DeliveryStatus status, String outcomes, long taken, long failed) {
        List<OutcomeClass> ended = outcomes == null
                ? List.of()
                : Arrays.stream(outcomes.split(" ")).map(OutcomeClass::valueOf).toList();

        assertThat(Usage.of(new CountedDelivery(Optional.of(new ClinicId("cln_1")), status, ended)))
                .isEqualTo(new Usage(0, taken, failed, ended.size()));
    }
}
