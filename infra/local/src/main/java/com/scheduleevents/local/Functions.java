package com.scheduleevents.local;

import com.scheduleevents.local.lambda.FunctionHost;
import com.scheduleevents.local.lambda.FunctionLog;
import com.scheduleevents.local.lambda.Instances;
import com.scheduleevents.local.lambda.Jars;
import com.scheduleevents.local.template.Template;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The hosts of all functions of a deployment, by logical id. */
final class Functions implements AutoCloseable {

    private final Jars jars = new Jars();
    private final Map<String, FunctionHost> hosts = new LinkedHashMap<>();

    /**
     * @param surroundings variables that every function gets, such as the endpoints
     * @param instances hears of every instance
     */
    Functions(Template template, Map<String, String> surroundings, Instances instances, FunctionLog log) {
        template.functions()
                .forEach((id, spec) -> hosts.put(id, new FunctionHost(jars, spec, surroundings, instances, log)));
    }

    FunctionHost host(String id) {
        return Objects.requireNonNull(hosts.get(id), () -> "There is no function " + id + ".");
    }

    Map<String, FunctionHost> all() {
        return Map.copyOf(hosts);
    }

    @Override
    public void close() throws IOException {
        hosts.values().forEach(FunctionHost::close);
        jars.close();
    }
}
