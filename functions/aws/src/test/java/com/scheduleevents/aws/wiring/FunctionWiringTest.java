package com.scheduleevents.aws.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class FunctionWiringTest {

    @Test
    void nothingIsCreatedBeforeItIsNeeded() {
        FunctionWiring nothingSet = new FunctionWiring(Map.of());

        assertThatThrownBy(nothingSet::dynamoDb).hasMessageContaining("AWS_CALL_TIMEOUT is not set");
        assertThatThrownBy(nothingSet::metrics).hasMessageContaining("METRICS_NAMESPACE is not set");
    }

    @Test
    void everythingIsCreatedOnce() {
        FunctionWiring wiring = new FunctionWiring(
                Map.of("AWS_CALL_TIMEOUT", "PT5S", "AWS_REGION", "us-east-1", "METRICS_NAMESPACE", "Tests"));

        assertThat(wiring.dynamoDb()).isSameAs(wiring.dynamoDb());
        assertThat(wiring.sqs()).isSameAs(wiring.sqs());
        assertThat(wiring.kms()).isSameAs(wiring.kms());
        assertThat(wiring.random()).isSameAs(wiring.random());
        assertThat(wiring.metrics()).isSameAs(wiring.metrics());
    }
}
