package com.scheduleevents.emulator.storage;

import com.scheduleevents.cloud.template.QueueSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The names of the queues in a data directory. ElasticMQ listens before it has restored them, and fails when somebody
 * creates one of them meanwhile, so the restored queues are awaited before queues are created.
 */
final class QueueNamesFile {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final Optional<Path> file;

    QueueNamesFile(Optional<Path> directory) {
        this.file = directory.map(path -> path.resolve("sqs").resolve("queues.names"));
    }

    /** Waits until every stored queue is restored. */
    void awaitIn(SqsClient sqs) {
        Set<String> missing = new HashSet<>(names());
        long begun = System.nanoTime();
        while (!missing.isEmpty()) {
            sqs.listQueuesPaginator()
                    .queueUrls()
                    .forEach(url -> missing.remove(url.substring(url.lastIndexOf('/') + 1)));
            if (System.nanoTime() - begun > TIMEOUT.toNanos()) {
                throw new IllegalStateException(
                        "ElasticMQ did not bring back the queues in the data directory: use an empty one.");
            }
        }
    }

    void keep(Collection<QueueSpec> queues) {
        file.ifPresent(path -> {
            try {
                Files.createDirectories(path.toAbsolutePath().getParent());
                Files.write(path, queues.stream().map(QueueSpec::name).toList());
            } catch (IOException e) {
                throw new UncheckedIOException("The data directory cannot be written to.", e);
            }
        });
    }

    private List<String> names() {
        if (file.isEmpty() || !Files.exists(file.get())) {
            return List.of();
        }
        try {
            return Files.readAllLines(file.get());
        } catch (IOException e) {
            throw new UncheckedIOException("The data directory cannot be read.", e);
        }
    }
}
