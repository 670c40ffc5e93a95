package com.scheduleevents.cloud.sources;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Identity;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/**
 * The events as the AWS Lambda Developer Guide and the EventBridge User Guide show them, with every kind of
 * attribute.
 */
class EventsTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String STREAM = "arn:aws:dynamodb:us-east-1:000000000000:table/T/stream/s";
    private static final Instant AT = Instant.parse("2026-01-05T00:00:00.5Z");

    @Test
    void messageOfAQueue() throws IOException {
        Message message = Message.builder()
                .messageId("m")
                .receiptHandle("r")
                .body("{\"a\": 1}")
                .md5OfBody("d")
                .attributes(Map.of(
                        MessageSystemAttributeName.SENT_TIMESTAMP, "1",
                        MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT, "2",
                        MessageSystemAttributeName.MESSAGE_GROUP_ID, "g"))
                .messageAttributes(Map.of(
                        "text",
                        MessageAttributeValue.builder()
                                .dataType("String")
                                .stringValue("x")
                                .build(),
                        "bytes",
                        MessageAttributeValue.builder()
                                .dataType("Binary")
                                .binaryValue(SdkBytes.fromUtf8String("x"))
                                .build()))
                .build();
        assertSame(new QueueEvents("arn:aws:sqs:us-east-1:000000000000:Q", "us-east-1").event(List.of(message)), """
                {"Records": [{
                  "messageId": "m", "receiptHandle": "r", "body": "{\\"a\\": 1}",
                  "attributes": {"ApproximateReceiveCount": "2", "MessageGroupId": "g", "SentTimestamp": "1"},
                  "messageAttributes": {
                    "bytes": {"binaryValue": "eA==", "stringListValues": [], "binaryListValues": [], "dataType": "Binary"},
                    "text": {"stringValue": "x", "stringListValues": [], "binaryListValues": [], "dataType": "String"}},
                  "md5OfBody": "d", "eventSource": "aws:sqs",
                  "eventSourceARN": "arn:aws:sqs:us-east-1:000000000000:Q", "awsRegion": "us-east-1"}]}
                """);
    }

    @Test
    void changeOfATableWithEveryTypeOfAttribute() throws IOException {
        Map<String, AttributeValue> image = Map.of(
                "b", AttributeValue.fromB(SdkBytes.fromUtf8String("x")),
                "bool", AttributeValue.fromBool(false),
                "bs", AttributeValue.fromBs(List.of(SdkBytes.fromUtf8String("x"))),
                "empty", AttributeValue.fromM(Map.of()),
                "l", AttributeValue.fromL(List.of(AttributeValue.fromN("1"), AttributeValue.fromM(Map.of()))),
                "m", AttributeValue.fromM(Map.of("in", AttributeValue.fromS("x"))),
                "n", AttributeValue.fromN("1.50"),
                "ns", AttributeValue.fromNs(List.of("1", "2")),
                "nul", AttributeValue.fromNul(true),
                "ss", AttributeValue.fromSs(List.of("a", "b")));
        Record record = record(OperationType.MODIFY, change().newImage(image).oldImage(image));
        String json = """
                {"b": {"B": "eA=="}, "bool": {"BOOL": false}, "bs": {"BS": ["eA=="]}, "empty": {"M": {}},
                 "l": {"L": [{"N": "1"}, {"M": {}}]}, "m": {"M": {"in": {"S": "x"}}}, "n": {"N": "1.50"},
                 "ns": {"NS": ["1", "2"]}, "nul": {"NULL": true}, "ss": {"SS": ["a", "b"]}}""";
        assertSame(StreamEvents.event(List.of(new StreamEvents(STREAM, "us-east-1").change(record))), """
                {"Records": [{
                  "eventID": "e", "eventName": "MODIFY", "eventVersion": "1.1", "eventSource": "aws:dynamodb",
                  "awsRegion": "us-east-1",
                  "dynamodb": {"ApproximateCreationDateTime": 1767571200, "Keys": {"id": {"S": "1"}},
                    "NewImage": %s, "OldImage": %s,
                    "SequenceNumber": "007", "SizeBytes": 99, "StreamViewType": "NEW_AND_OLD_IMAGES"},
                  "eventSourceARN": "arn:aws:dynamodb:us-east-1:000000000000:table/T/stream/s"}]}
                """.formatted(
                        json, json));
    }

    /** DynamoDB Developer Guide, "DynamoDB Streams and Time to Live". */
    @Test
    void itemThatDynamoDbDeletedNamesItsService() {
        Record record = record(OperationType.REMOVE, change()).toBuilder()
                .userIdentity(Identity.builder()
                        .type("Service")
                        .principalId("dynamodb.amazonaws.com")
                        .build())
                .build();
        StreamChange change = new StreamEvents(STREAM, "us-east-1").change(record);
        assertThat(change.json().at("/userIdentity/type").asText()).isEqualTo("Service");
        assertThat(change.json().at("/userIdentity/principalId").asText()).isEqualTo("dynamodb.amazonaws.com");
        assertThat(change.json().path("dynamodb").has("NewImage")).isFalse();
        assertThat(change.json().path("dynamodb").has("OldImage")).isFalse();
        assertThat(change.sequenceNumber()).isEqualTo("007");
        assertThat(change.at()).isEqualTo(AT);
    }

    @Test
    void schedule() throws IOException {
        assertSame(new ScheduleEvents("us-east-1", "000000000000", "FunctionTick").event("i", AT), """
                {"version": "0", "id": "i", "detail-type": "Scheduled Event", "source": "aws.events",
                 "account": "000000000000", "time": "2026-01-05T00:00:00Z", "region": "us-east-1",
                 "resources": ["arn:aws:events:us-east-1:000000000000:rule/FunctionTick"], "detail": {}}
                """);
    }

    @Test
    void messageAboutABatchThatWasGivenUp() throws IOException {
        List<StreamChange> changes = List.of(
                new StreamChange("007", 0, AT, JsonNodeFactory.instance.objectNode()),
                new StreamChange("009", 0, AT.plusSeconds(1), JsonNodeFactory.instance.objectNode()));
        String message = new GivenUpBatch(changes, GivenUpBatch.Reason.RETRY_ATTEMPTS_EXHAUSTED, 3)
                .message("arn:aws:lambda:us-east-1:000000000000:function:F", STREAM, "shardId-1", AT.plusSeconds(2));
        assertThat(JSON.readTree(message).at("/requestContext/requestId").asText())
                .hasSize(36);
        assertSame(
                message.replaceFirst("\"requestId\":\"[^\"]*\"", "\"requestId\":\"\"")
                        .getBytes(StandardCharsets.UTF_8),
                """
                {"requestContext": {"requestId": "", "functionArn": "arn:aws:lambda:us-east-1:000000000000:function:F",
                   "condition": "RetryAttemptsExhausted", "approximateInvokeCount": 3},
                 "responseContext": {"statusCode": 200, "executedVersion": "$LATEST", "functionError": "Unhandled"},
                 "version": "1.0", "timestamp": "2026-01-05T00:00:02.500Z",
                 "DDBStreamBatchInfo": {"shardId": "shardId-1", "startSequenceNumber": "007", "endSequenceNumber": "009",
                   "approximateArrivalOfFirstRecord": "2026-01-05T00:00:00.500Z",
                   "approximateArrivalOfLastRecord": "2026-01-05T00:00:01.500Z", "batchSize": 2,
                   "streamArn": "arn:aws:dynamodb:us-east-1:000000000000:table/T/stream/s"}}
                """);
    }

    private static StreamRecord.Builder change() {
        return StreamRecord.builder()
                .approximateCreationDateTime(AT)
                .keys(Map.of("id", AttributeValue.fromS("1")))
                .sequenceNumber("007")
                .sizeBytes(99L)
                .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES);
    }

    private static Record record(OperationType type, StreamRecord.Builder change) {
        return Record.builder()
                .eventID("e")
                .eventName(type)
                .eventVersion("1.1")
                .dynamodb(change.build())
                .build();
    }

    private static void assertSame(byte[] event, String expected) throws IOException {
        assertThat(JSON.readTree(event)).isEqualTo(JSON.readTree(expected));
    }
}
