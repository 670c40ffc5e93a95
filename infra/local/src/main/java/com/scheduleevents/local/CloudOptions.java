package com.scheduleevents.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How the local cloud is to run.
 *
 * @param template the template; the functions' jars are relative to it
 * @param ports where the parts listen
 * @param data directory that keeps tables, queues and mailbox; empty: in memory
 * @param output directory for the log and for the local authority's certificate
 * @param trust PEM file of a further certificate authority that receivers may present
 * @param retryWindow what the retry window is compressed to, all waits and schedules in proportion; empty: as the template says
 * @param timeStretch how many times as long the time-outs of functions and the visibility time-outs of queues are as the template
 *     says; 1 as on AWS, more for tests on a machine that may be busy
 * @param returnsFailedBatches whether the messages of an invocation that failed are visible again at once, rather than after their
 *     visibility time-out: for tests that kill functions
 * @param parameters further values for the template's parameters; they win
 */
public record CloudOptions(
        Path template,
        LoopbackPorts ports,
        Optional<Path> data,
        Path output,
        Optional<Path> trust,
        Optional<Duration> retryWindow,
        int timeStretch,
        boolean returnsFailedBatches,
        Map<String, String> parameters) {

    /** In memory, on free ports, everything as the template says. */
    public static CloudOptions inMemory(Path template, Path output) {
        return new CloudOptions(
                template,
                LoopbackPorts.from(0),
                Optional.empty(),
                output,
                Optional.empty(),
                Optional.empty(),
                1,
                false,
                Map.of());
    }

    public CloudOptions withData(Path directory) {
        return new CloudOptions(template, ports, Optional.of(directory), output, trust, retryWindow, timeStretch, returnsFailedBatches, parameters);
    }

    public CloudOptions withTrust(Path pem) {
        return new CloudOptions(template, ports, data, output, Optional.of(pem), retryWindow, timeStretch, returnsFailedBatches, parameters);
    }

    public CloudOptions withRetryWindow(Duration window) {
        return new CloudOptions(template, ports, data, output, trust, Optional.of(window), timeStretch, returnsFailedBatches, parameters);
    }

    /** With time-outs so many times as long. */
    public CloudOptions withTimeStretch(int factor) {
        return new CloudOptions(template, ports, data, output, trust, retryWindow, factor, returnsFailedBatches, parameters);
    }

    /** With the messages of a failed invocation visible again at once. */
    public CloudOptions withFailedBatchesReturned() {
        return new CloudOptions(template, ports, data, output, trust, retryWindow, timeStretch, true, parameters);
    }

    /** With more of the template's parameters; they win over those of before. */
    public CloudOptions withParameters(Map<String, String> values) {
        Map<String, String> all = new HashMap<>(parameters);
        all.putAll(values);
        return new CloudOptions(template, ports, data, output, trust, retryWindow, timeStretch, returnsFailedBatches, Map.copyOf(all));
    }
}
