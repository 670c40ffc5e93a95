package com.scheduleevents.local;

import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.emulator.lambda.FunctionHost;
import com.scheduleevents.emulator.lambda.FunctionJars;
import com.scheduleevents.emulator.lambda.FunctionLog;
import com.scheduleevents.emulator.lambda.LivingInstances;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The hosts of all functions of a deployment, by logical id. */
final class DeployedFunctions implements AutoCloseable {

    private final Map<String, FunctionHost> hosts = new LinkedHashMap<>();

    /**
     * @param jars loads the functions
     * @param hostVariables environment variables of every function, such as the endpoints
     * @param instances registers every instance
     */
    DeployedFunctions(
            Template template,
            FunctionJars jars,
            Map<String, String> hostVariables,
            LivingInstances instances,
            FunctionLog log) {
        template.functions()
                .forEach((id, spec) -> hosts.put(id, new FunctionHost(jars, spec, hostVariables, instances, log)));
    }

    FunctionHost host(String id) {
        return Objects.requireNonNull(hosts.get(id), () -> "There is no function " + id + ".");
    }

    Map<String, FunctionHost> all() {
        return Map.copyOf(hosts);
    }

    @Override
    public void close() {
        hosts.values().forEach(FunctionHost::close);
    }
}
