package com.scheduleevents.benchmark.speed;

import com.scheduleevents.cloud.template.FunctionSpec;
import com.scheduleevents.emulator.http.LoopbackServer;
import com.scheduleevents.emulator.http.ServerResponse;
import com.scheduleevents.emulator.runtime.FunctionProcess;
import com.scheduleevents.emulator.runtime.FunctionProcesses;
import com.scheduleevents.emulator.runtime.RuntimeCall;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Starts a function in a process of its own and gives it its first event. All services of AWS respond {@code {}}, which to DynamoDB's client
 * means that nothing was found. So the first response may well be an error: it is timed whatever it says.
 */
final class ColdProcess {

    private static final int MAX_BODY = 1024 * 1024;

    private final FunctionProcesses processes;

    /** @param directory for what the processes write and need */
    ColdProcess(Path directory) throws IOException {
        this.processes = new FunctionProcesses(directory);
    }

    /**
     * Starts a process, gives it its first event, and ends it.
     *
     * @param options more options of the JVM
     * @return seconds from the start, or where it is primed from its restore, to the first response
     */
    double seconds(FunctionSpec function, StartMode mode, List<String> options, String event)
            throws IOException, InterruptedException {
        List<Path> jars = mode.needsJar() ? List.of(function.jar()) : List.of();
        try (LoopbackServer aws = LoopbackServer.start(
                        "aws", 0, MAX_BODY, _ -> ServerResponse.of(200, "application/x-amz-json-1.0", "{}"));
                FunctionProcess process = processes.start(function, options, jars, variables(mode, aws))) {
            process.queue(event);
            long from = mode == StartMode.PRIMED ? restored(process) : process.started();
            RuntimeCall response = call(process, "/invocation/");
            // Orderly, because archives are written at the end.
            process.stop();
            return (response.received() - from) / 1e9;
        }
    }

    private static Map<String, String> variables(StartMode mode, LoopbackServer aws) {
        return Map.of(
                "AWS_LAMBDA_INITIALIZATION_TYPE",
                mode.initialization(),
                "AWS_ACCESS_KEY_ID",
                "measured",
                "AWS_SECRET_ACCESS_KEY",
                "measured",
                "AWS_ENDPOINT_URL",
                aws.url().toString());
    }

    /** Waits until the process has done all that comes before a snapshot, and lets it go on. @return when */
    private static long restored(FunctionProcess process) throws IOException, InterruptedException {
        call(process, RuntimeCall.READY);
        long now = System.nanoTime();
        process.restore();
        return now;
    }

    /** Waits for the next call, which is one that begins like this unless the function failed before. */
    private static RuntimeCall call(FunctionProcess process, String path) throws IOException, InterruptedException {
        RuntimeCall call = process.nextCall();
        if (!call.path().startsWith(path)) {
            throw new IllegalStateException(call.path() + ": " + call.body() + "\n" + process.output());
        }
        return call;
    }
}
