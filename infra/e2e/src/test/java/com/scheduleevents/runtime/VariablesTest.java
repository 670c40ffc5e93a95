package com.scheduleevents.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cloud.template.FunctionSpec;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.emulator.lambda.FunctionFailed;
import com.scheduleevents.emulator.lambda.FunctionHost;
import com.scheduleevents.emulator.lambda.FunctionJars;
import com.scheduleevents.emulator.lambda.FunctionLog;
import com.scheduleevents.emulator.lambda.HandlerFactory;
import com.scheduleevents.emulator.lambda.JarClasses;
import com.scheduleevents.emulator.lambda.LivingInstances;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a function fails to start when any environment variable of the template is missing. */
class VariablesTest {

    @TempDir
    private Path directory;

    @Test
    void functionFailsToStartWithoutAVariableAndNamesIt() throws IOException {
        Template template = Template.read(
                Path.of("..", "..", "template.yaml"),
                Map.of(),
                PseudoParameters.local(URI.create("http://127.0.0.1:1")));
        SoftAssertions all = new SoftAssertions();
        try (FunctionLog log = FunctionLog.open(directory.resolve("log"), line -> {});
                JarClasses classes = new JarClasses()) {
            FunctionJars jars = new FunctionJars(classes, log, HandlerFactory.FROM_ENVIRONMENT);
            for (FunctionSpec function : template.functions().values()) {
                assertThat(function.environment()).isNotEmpty();
                Set<String> variables = new HashSet<>(function.environment().keySet());
                // No function reads it: a changed value makes SAM publish a version.
                variables.remove("CONFIGURATION_HASH");
                if (function.policies().isEmpty()) {
                    // A function without permissions makes no calls; all functions have the variable.
                    variables.remove("AWS_CALL_TIMEOUT");
                }
                for (String variable : variables) {
                    all.assertThat(failure(jars, log, without(function, variable)))
                            .as("%s without %s", function.id(), variable)
                            .contains("the environment variable " + variable + " is not set");
                }
            }
        }
        all.assertAll();
    }

    private static String failure(FunctionJars jars, FunctionLog log, FunctionSpec function) {
        Map<String, String> hostVariables = Map.of("AWS_REGION", "us-east-1");
        try (FunctionHost host = new FunctionHost(jars, function, hostVariables, new LivingInstances(), log)) {
            host.invoke("{}".getBytes(StandardCharsets.UTF_8));
            return "it started";
        } catch (FunctionFailed e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static FunctionSpec without(FunctionSpec function, String variable) {
        Map<String, String> environment = new HashMap<>(function.environment());
        environment.remove(variable);
        return function.withEnvironment(environment);
    }
}
