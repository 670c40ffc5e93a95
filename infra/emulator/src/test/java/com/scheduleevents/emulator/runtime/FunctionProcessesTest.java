package com.scheduleevents.emulator.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cloud.template.FunctionSpec;
import com.scheduleevents.emulator.sample.SampleJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class FunctionProcessesTest {

    @TempDir
    private Path directory;

    @Test
    void handlesOneEventAfterAnotherOnceRestored() throws IOException, InterruptedException {
        try (FunctionProcess process = start(Map.of("OWN", "value"))) {
            process.queue("{}");
            process.queue("{\"do\":\"throw\"}");
            process.queue("{}");
            assertThat(process.nextCall().path()).as(process.output()).isEqualTo(RuntimeCall.READY);

            process.restore();

            assertResponse(process, "/response", "\"requests\":\"1\"", "\"own\":\"value\"", "\"function\":\"Sample\"");
            assertResponse(process, "/error", "thrown as told");
            assertResponse(process, "/response", "\"requests\":\"2\"");
        }
    }

    @Test
    void reportsThatItCannotStartAndEnds() throws IOException, InterruptedException {
        try (FunctionProcess process = start(Map.of("BROKEN", "yes"))) {
            RuntimeCall call = process.nextCall();
            assertThat(call.path()).as(process.output()).isEqualTo("/init/error");
            assertThat(call.body()).contains("broken at its start");
            assertThat(process.exit()).isNotZero();
        }
    }

    private static void assertResponse(FunctionProcess process, String kind, String... parts)
            throws IOException, InterruptedException {
        RuntimeCall call = process.nextCall();
        assertThat(call.path()).as(process.output()).isEqualTo("/invocation/" + FunctionProcess.REQUEST + kind);
        assertThat(call.body()).contains(parts);
    }

    private FunctionProcess start(Map<String, String> environment) throws IOException {
        FunctionSpec function = SampleJar.function(directory, Duration.ofMinutes(2), environment);
        return new FunctionProcesses(Files.createDirectory(directory.resolve("processes")))
                .start(function, List.of(), List.of(), Map.of("AWS_LAMBDA_INITIALIZATION_TYPE", "snap-start"));
    }
}
