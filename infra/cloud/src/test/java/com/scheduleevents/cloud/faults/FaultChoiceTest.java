package com.scheduleevents.cloud.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class FaultChoiceTest {

    private static final CallSite SITE = new CallSite("sender", "sqs", "sendMessage");

    @Test
    void letsItsKindsHappenOutsideTheRangesLeftOut() {
        FaultChoice choice = FaultChoice.of(Set.of(FaultKind.REPEATED, FaultKind.DELAYED))
                .without(FaultKind.DELAYED)
                .without(10, 20);
        assertThat(choice.lets(9, FaultKind.REPEATED, SITE)).isTrue();
        assertThat(choice.lets(10, FaultKind.REPEATED, SITE)).isFalse();
        assertThat(choice.lets(19, FaultKind.REPEATED, SITE)).isFalse();
        assertThat(choice.lets(20, FaultKind.REPEATED, SITE)).isTrue();
        assertThat(choice.lets(1, FaultKind.DELAYED, SITE)).isFalse();
        assertThat(choice.lets(1, FaultKind.REFUSED, SITE)).isFalse();
    }
}
