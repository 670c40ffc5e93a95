package com.scheduleevents.emulator.lambda;

import com.scheduleevents.cloud.template.FunctionSpec;
import java.util.HashMap;
import java.util.Map;

/** The environment variables of an instance: Lambda's own, the host's and the template's. */
final class FunctionVariables {

    private final Map<String, String> shared;

    FunctionVariables(FunctionSpec spec, Map<String, String> hostVariables) {
        Map<String, String> variables = new HashMap<>(hostVariables);
        variables.putAll(spec.environment());
        variables.put("_HANDLER", spec.handler());
        variables.put("AWS_EXECUTION_ENV", "AWS_Lambda_java25");
        variables.put("AWS_LAMBDA_FUNCTION_NAME", spec.name());
        variables.put("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST");
        variables.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", Integer.toString(spec.memoryMegabytes()));
        variables.put("AWS_LAMBDA_LOG_GROUP_NAME", "/aws/lambda/" + spec.name());
        variables.put("AWS_LAMBDA_LOG_STREAM_NAME", "local");
        variables.put("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand");
        this.shared = Map.copyOf(variables);
    }

    /** The variables of the instance with this credentials id. */
    Map<String, String> of(String accessKeyId) {
        Map<String, String> variables = new HashMap<>(shared);
        variables.put("AWS_ACCESS_KEY_ID", accessKeyId);
        variables.put("AWS_SECRET_ACCESS_KEY", "local");
        variables.put("AWS_SESSION_TOKEN", "local");
        return Map.copyOf(variables);
    }
}
