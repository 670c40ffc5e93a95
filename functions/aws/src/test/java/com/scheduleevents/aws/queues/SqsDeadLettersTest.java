package com.scheduleevents.aws.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SqsException;

class SqsDeadLettersTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private final InMemoryMetrics metrics = new InMemoryMetrics();

    @Test
    void messageThatWasStoredIsCounted() {
        String url = TABLES.newQueue("dead");
        new SqsDeadLetters(TABLES.sqs(), url, metrics).put("body", "reason");

        Message message = TABLES.sqs()
                .receiveMessage(receive -> receive.queueUrl(url).messageAttributeNames("All"))
                .messages()
                .getFirst();
        assertThat(message.body()).isEqualTo("body");
        assertThat(message.messageAttributes())
                .extractingByKey("reason")
                .extracting(MessageAttributeValue::stringValue)
                .isEqualTo("reason");
        metrics.flush();
        assertThat(metrics.take()).isEqualTo(Map.of(Metric.DEAD_LETTER_MESSAGES, 1L));
    }

    @Test
    void messageThatCouldNotBeStoredIsNotCounted() {
        SqsDeadLetters missing = new SqsDeadLetters(TABLES.sqs(), TABLES.newQueue("other") + "-missing", metrics);

        assertThatThrownBy(() -> missing.put("body", "reason")).isInstanceOf(SqsException.class);
        metrics.flush();
        assertThat(metrics.take()).isEmpty();
    }
}
