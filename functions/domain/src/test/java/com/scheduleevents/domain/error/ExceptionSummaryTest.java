package com.scheduleevents.domain.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExceptionSummaryTest {

    @Test
    void aTraceSaysWhereAndNeverWhat() {
        Exception thrown = new IllegalStateException(
                "https://example.com/?token=hunter2", new IllegalArgumentException("patient hunter2"));
        assertThat(ExceptionSummary.of(thrown))
                .startsWith("error=java.lang.IllegalStateException at=domain.error.ExceptionSummaryTest:")
                .contains("caused_by=error=java.lang.IllegalArgumentException")
                .doesNotContain("hunter2")
                .doesNotContain("\n");
    }

    @Test
    void aCircleOfCausesEnds() {
        Exception inner = new IllegalStateException();
        Exception outer = new IllegalStateException(inner);
        inner.initCause(outer);
        assertThat(ExceptionSummary.of(outer).split("caused_by", -1)).hasSize(5);
    }
}
