package com.scheduleevents.simulation.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cloud.template.FunctionSpec;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.lambda.InvocationOutcome;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that each function of the template starts in a simulated world, including those that nobody in it calls yet. */
@Tag("world")
class EveryFunctionTest {

    private static final Template TEMPLATE = SimulatedDeployment.template(Path.of("../../template.yaml"), Map.of());

    /** A request of nobody, a batch without records, and a schedule, in one. */
    private static final byte[] EVENT = """
            {"httpMethod":"GET","path":"/nothing","resource":"/nothing","headers":{},"Records":[],\
            "methodArn":"arn:aws:execute-api:us-east-1:000000000000:api/v1/GET/nothing"}""".getBytes(StandardCharsets.UTF_8);

    private final SimulatedWorld world = SimulatedWorld.of(1).build();
    private final Map<String, InvocationOutcome> outcomes = new TreeMap<>();

    @Test
    void everyFunctionHandlesAnEvent() {
        SimulatedDeployment.deploy(world, TEMPLATE, new SimulatedInternet(world));
        TEMPLATE.functions().values().stream().map(FunctionSpec::id).sorted().forEach(this::invoke);
        world.scheduler().runFor(Duration.ofMinutes(10));

        assertThat(outcomes).containsOnlyKeys(TEMPLATE.functions().keySet());
        assertThat(outcomes)
                .allSatisfy((_, outcome) -> assertThat(outcome).isInstanceOf(InvocationOutcome.Returned.class));
    }

    private void invoke(String function) {
        world.scheduler()
                .spawn(
                        "call of " + function,
                        () -> outcomes.put(
                                function, world.lambda().function(function).invoke(EVENT)));
    }
}
