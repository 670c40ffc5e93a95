package com.scheduleevents.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RepeatedFailuresTest {

    @Test
    void onlyTheThirdFailureOfAFunctionIsTold() {
        RepeatedFailures failures = new RepeatedFailures();

        assertThat(failures.line("ClockFunction: IllegalStateException")).isEmpty();
        assertThat(failures.line("SenderFunction: it timed out")).isEmpty();
        assertThat(failures.line("ClockFunction: IllegalStateException")).isEmpty();
        assertThat(failures.line("ClockFunction: another: one"))
                .hasValue("! ClockFunction has failed 3 times; target/local-cloud.log says why.");
        assertThat(failures.line("ClockFunction: IllegalStateException")).isEmpty();
    }
}
