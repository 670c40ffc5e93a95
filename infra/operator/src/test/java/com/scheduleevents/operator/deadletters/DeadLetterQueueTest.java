package com.scheduleevents.operator.deadletters;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.QueueSpec;
import com.scheduleevents.cloud.template.Template;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every dead-letter queue of the template is one that the operator can list, explain and redrive. */
class DeadLetterQueueTest {

    private final Template template = read();

    @Test
    void everyDeadLetterQueueOfTheTemplateIsKnown() {
        Set<String> redrivenTo = template.queues().values().stream()
                .flatMap(queue -> deadLettersOf(queue).stream())
                .collect(Collectors.toSet());
        Set<String> ofStreams = template.functions().values().stream()
                .flatMap(function -> function.sources().stream())
                .flatMap(source ->
                        source instanceof SourceSpec.Stream stream ? stream.onFailure().stream() : Stream.empty())
                .map(this::named)
                .collect(Collectors.toSet());
        Set<String> called = template.queues().keySet().stream()
                .filter(id -> id.endsWith("DeadLetters"))
                .collect(Collectors.toSet());

        Set<String> known = Arrays.stream(DeadLetterQueue.values())
                .map(DeadLetterQueue::resource)
                .collect(Collectors.toSet());
        assertThat(known).isEqualTo(called).containsAll(redrivenTo).containsAll(ofStreams);
        assertThat(Stream.concat(redrivenTo.stream(), ofStreams.stream())).containsExactlyInAnyOrderElementsOf(known);
    }

    @Test
    void everyDeadLetterIsRedrivenToItsSourceQueue() {
        for (DeadLetterQueue queue : DeadLetterQueue.values()) {
            Optional<String> source = template.queues().values().stream()
                    .filter(spec ->
                            deadLettersOf(spec).filter(queue.resource()::equals).isPresent())
                    .map(QueueSpec::id)
                    .findFirst();
            assertThat(queue.source()).as(queue.word()).isEqualTo(source);
        }
    }

    private Optional<String> deadLettersOf(QueueSpec queue) {
        String policy = queue.attributes().getOrDefault("RedrivePolicy", "");
        return template.queues().values().stream()
                .filter(other -> policy.contains('"' + other.arn() + '"'))
                .map(QueueSpec::id)
                .findFirst();
    }

    private String named(String arn) {
        return template.queues().values().stream()
                .filter(queue -> queue.arn().equals(arn))
                .map(QueueSpec::id)
                .findFirst()
                .orElseThrow();
    }

    private static Template read() {
        try {
            return Template.read(
                    Path.of("../../template.yaml"), Map.of(), PseudoParameters.local(URI.create("http://127.0.0.1:1")));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
