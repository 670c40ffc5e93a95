package com.scheduleevents.local;

import com.scheduleevents.local.lambda.FunctionHost;
import com.scheduleevents.local.lambda.FunctionLog;
import com.scheduleevents.local.template.Template;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The hosts of all functions of a deployment, by logical id. */
final class Functions implements AutoCloseable {

    private final Map<String, FunctionHost> hosts = new LinkedHashMap<>();

    /** @param surroundings variables that every function gets, such as the endpoints */
    Functions(Template template, Map<String, String> surroundings, FunctionLog log) {
        template.functions().forEach((id, spec) -> hosts.put(id, new FunctionHost(spec, surroundings, log)));
    }

    FunctionHost host(String id) {
        return Objects.requireNonNull(hosts.get(id), () -> "There is no function " + id + ".");
    }

    Map<String, FunctionHost> all() {
        return Map.copyOf(hosts);
    }

    @Override
    public void close() throws IOException {
        for (FunctionHost host : hosts.values()) {
            host.close();
        }
    }
}
