package com.scheduleevents.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The options of the local cloud.
 *
 * @param template the template; the functions' jars are relative to it
 * @param ports the ports of the services
 * @param storage what stands for DynamoDB, SQS and KMS
 * @param data directory that stores tables, queues and mailbox; empty: in memory
 * @param output directory for the log and for the local authority's certificate
 * @param trust PEM file of a further certificate authority that receivers may present
 * @param retryWindow the compressed retry window, to which all waits and schedules are scaled; empty: as in the template
 * @param timeStretch the factor of the timeouts of functions and the visibility timeouts of queues; 1 as on AWS, more for
 *     tests on a machine that may be busy
 * @param returnsFailedBatches whether the messages of a failed invocation are visible again at once, rather than after their
 *     visibility timeout: for tests that kill functions
 * @param parameters values of template parameters that override all others
 * @param consoleCode the jar of the function that serves the console, where it has a logo; empty: that of the template
 */
public record CloudOptions(
        Path template,
        LoopbackPorts ports,
        StorageKind storage,
        Optional<Path> data,
        Path output,
        Optional<Path> trust,
        Optional<Duration> retryWindow,
        int timeStretch,
        boolean returnsFailedBatches,
        Map<String, String> parameters,
        Optional<Path> consoleCode) {

    /**
     * Refuses what contradicts itself.
     *
     * @throws IllegalArgumentException when data in memory are to be kept
     */
    public CloudOptions {
        if (storage == StorageKind.MEMORY && data.isPresent()) {
            throw new IllegalArgumentException(
                    "-Dstorage=memory keeps nothing, so it has no -Ddata: leave one of them out.");
        }
    }

    /** In memory, on free ports, with the template's values. */
    public static CloudOptions inMemory(Path template, Path output) {
        return new CloudOptions(
                template,
                LoopbackPorts.from(0),
                StorageKind.LOCAL,
                Optional.empty(),
                output,
                Optional.empty(),
                Optional.empty(),
                1,
                false,
                Map.of(),
                Optional.empty());
    }

    /** With other services for DynamoDB, SQS and KMS. */
    public CloudOptions withStorage(StorageKind other) {
        return new CloudOptions(
                template,
                ports,
                other,
                data,
                output,
                trust,
                retryWindow,
                timeStretch,
                returnsFailedBatches,
                parameters,
                consoleCode);
    }

    /** With data that are kept, which only {@link StorageKind#LOCAL} can. */
    public CloudOptions withData(Path directory) {
        return new CloudOptions(
                template,
                ports,
                StorageKind.LOCAL,
                Optional.of(directory),
                output,
                trust,
                retryWindow,
                timeStretch,
                returnsFailedBatches,
                parameters,
                consoleCode);
    }

    public CloudOptions withOutput(Path directory) {
        return new CloudOptions(
                template,
                ports,
                storage,
                data,
                directory,
                trust,
                retryWindow,
                timeStretch,
                returnsFailedBatches,
                parameters,
                consoleCode);
    }

    public CloudOptions withTrust(Path pem) {
        return new CloudOptions(
                template,
                ports,
                storage,
                data,
                output,
                Optional.of(pem),
                retryWindow,
                timeStretch,
                returnsFailedBatches,
                parameters,
                consoleCode);
    }

    public CloudOptions withRetryWindow(Duration window) {
        return new CloudOptions(
                template,
                ports,
                storage,
                data,
                output,
                trust,
                Optional.of(window),
                timeStretch,
                returnsFailedBatches,
                parameters,
                consoleCode);
    }

    /** With the timeouts multiplied by a factor. */
    public CloudOptions withTimeStretch(int factor) {
        return new CloudOptions(
                template,
                ports,
                storage,
                data,
                output,
                trust,
                retryWindow,
                factor,
                returnsFailedBatches,
                parameters,
                consoleCode);
    }

    /** With the messages of a failed invocation visible again at once. */
    public CloudOptions withFailedBatchesReturned() {
        return new CloudOptions(
                template, ports, storage, data, output, trust, retryWindow, timeStretch, true, parameters, consoleCode);
    }

    /** With further template parameters, which override earlier ones. */
    public CloudOptions withParameters(Map<String, String> values) {
        Map<String, String> all = new HashMap<>(parameters);
        all.putAll(values);
        return new CloudOptions(
                template,
                ports,
                storage,
                data,
                output,
                trust,
                retryWindow,
                timeStretch,
                returnsFailedBatches,
                Map.copyOf(all),
                consoleCode);
    }
}
