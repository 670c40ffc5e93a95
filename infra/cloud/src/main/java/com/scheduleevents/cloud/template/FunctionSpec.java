package com.scheduleevents.cloud.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.sources.SourceSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * A function (AWS::Serverless::Function).
 *
 * @param id its logical id
 * @param name its name
 * @param arn its ARN
 * @param jar the file of its code
 * @param handler {@code package.Class::method}
 * @param timeout of one invocation
 * @param memoryMegabytes reported to the function; limits the heap only of a process of its own
 * @param reservedConcurrency the greatest number of instances; empty: no limit of its own
 * @param environment its variables
 * @param policies its policies as in the template
 * @param sources its event sources besides the API
 */
public record FunctionSpec(
        String id,
        String name,
        String arn,
        Path jar,
        String handler,
        Duration timeout,
        int memoryMegabytes,
        OptionalInt reservedConcurrency,
        Map<String, String> environment,
        List<JsonNode> policies,
        List<SourceSpec> sources) {

    /** The same with further event sources. */
    FunctionSpec with(List<SourceSpec> more) {
        return copy(
                timeout,
                environment,
                Stream.concat(sources.stream(), more.stream()).toList());
    }

    /** The same with a timeout so many times as long. */
    FunctionSpec stretched(int factor) {
        return copy(timeout.multipliedBy(factor), environment, sources);
    }

    /** The same with other variables. */
    public FunctionSpec withEnvironment(Map<String, String> variables) {
        return copy(timeout, variables, sources);
    }

    /** The same with code from another file. */
    FunctionSpec withJar(Path other) {
        return new FunctionSpec(
                id,
                name,
                arn,
                other,
                handler,
                timeout,
                memoryMegabytes,
                reservedConcurrency,
                environment,
                policies,
                sources);
    }

    private FunctionSpec copy(Duration otherTimeout, Map<String, String> variables, List<SourceSpec> otherSources) {
        return new FunctionSpec(
                id,
                name,
                arn,
                jar,
                handler,
                otherTimeout,
                memoryMegabytes,
                reservedConcurrency,
                variables,
                policies,
                otherSources);
    }
}
