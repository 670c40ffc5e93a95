package com.scheduleevents.delivery.customer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.destination.Destination;
import com.scheduleevents.domain.destination.EventBusArn;
import com.scheduleevents.domain.destination.RoleArn;
import com.scheduleevents.domain.destination.SqsAddress;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sends with the SDK's clients to servers that respond as STS, SQS and EventBridge do. */
final class AwsCustomerResourcesTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final AccountId OWNER = new AccountId("acc_1");
    private static final Destination QUEUE = new Destination(
            SqsAddress.parse("https://sqs.eu-north-1.amazonaws.com/123456789012/schedule-events"),
            RoleArn.parse("arn:aws:iam::210987654321:role/clinics/schedule-events"));
    private static final Destination BUS = new Destination(
            EventBusArn.parse("arn:aws:events:eu-north-1:123456789012:event-bus/clinics"), QUEUE.role());
    private static final AttemptRequest REQUEST = new AttemptRequest(
            QUEUE.resource().address(),
            Map.of("webhook-id", "evt_1", "webhook-signature", "v1,abc", "Content-Type", "application/json"),
            "{\"id\":\"evt_1\",\"type\":\"offer.accepted\",\"name\":\"Zoë\"}",
            Duration.ofSeconds(30));

    private final MockWebServer sts = new MockWebServer();
    private final MockWebServer aws = new MockWebServer();
    private final List<RecordedRequest> assumed = new CopyOnWriteArrayList<>();
    private final List<RecordedRequest> sent = new CopyOnWriteArrayList<>();

    private Function<RecordedRequest, MockResponse> role = _ -> session();
    private Function<RecordedRequest, MockResponse> destination = AwsCustomerResourcesTest::accepted;
    private @Nullable AwsCustomerResources resources;
    private Instant now = Instant.parse("2030-01-15T09:00:00Z");

    @BeforeEach
    void start() throws IOException {
        sts.setDispatcher(new Recording(assumed, request -> role.apply(request)));
        aws.setDispatcher(new Recording(sent, request -> destination.apply(request)));
        sts.start();
        aws.start();
    }

    @AfterEach
    void stop() {
        sts.close();
        aws.close();
    }

    private AwsCustomerResources resources() {
        AwsCustomerResources known = resources;
        if (known != null) {
            return known;
        }
        InstantSource time = () -> now;
        AwsCustomerResources made = AwsCustomerResources.of(
                new AwsClients(new Environment(Map.of(
                        "AWS_CALL_TIMEOUT", "PT30S",
                        "AWS_REGION", "eu-central-1",
                        "AWS_ACCESS_KEY_ID", "AKIASERVICE",
                        "AWS_SECRET_ACCESS_KEY", "secret",
                        "AWS_ENDPOINT_URL_STS", sts.url("/").toString(),
                        "CUSTOMER_AWS_ENDPOINT", aws.url("/").toString()))),
                time.withZone(ZoneOffset.UTC));
        resources = made;
        return made;
    }

    private AttemptOutcome send() {
        return resources().send(QUEUE, OWNER, REQUEST);
    }

    @Test
    void messageHasTheBodyAndTheHeadersOfTheRequest() throws IOException {
        AttemptOutcome outcome = send();

        assertThat(outcome.outcomeClass()).isEqualTo(OutcomeClass.SUCCEEDED);
        assertThat(outcome.statusCode()).isEqualTo(200);
        JsonNode message = JSON.readTree(text(sent.getFirst()));
        assertThat(message.path("QueueUrl").asText()).isEqualTo(QUEUE.resource().address());
        assertThat(message.path("MessageBody").asText()).isEqualTo(REQUEST.body());
        Map<String, String> attributes = message.path("MessageAttributes").properties().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        attribute -> attribute.getValue().path("StringValue").asText()));
        assertThat(attributes).isEqualTo(REQUEST.headers());
        assertThat(sent.getFirst().getHeaders().get("Authorization")).contains("Credential=ASIA1/", "/eu-north-1/sqs/");
    }

    @Test
    void roleIsAssumedForTheAccountAndTheQueueAlone() throws IOException {
        send();

        Map<String, String> form = form(assumed.getFirst());
        assertThat(form)
                .containsEntry("Action", "AssumeRole")
                .containsEntry("RoleArn", QUEUE.role().arn())
                .containsEntry("ExternalId", "acc_1")
                .containsEntry("RoleSessionName", "schedule-events");
        JsonNode policy = JSON.readTree(form.get("Policy"));
        assertThat(policy.at("/Statement/0").toString())
                .isEqualTo("{\"Effect\":\"Allow\",\"Action\":\"sqs:SendMessage\","
                        + "\"Resource\":\"arn:aws:sqs:eu-north-1:123456789012:schedule-events\"}");
        assertThat(policy.at("/Statement/1/Condition/StringEquals").toString())
                .isEqualTo(
                        "{\"kms:ViaService\":\"sqs.eu-north-1.amazonaws.com\","
                                + "\"kms:EncryptionContext:aws:sqs:arn\":\"arn:aws:sqs:eu-north-1:123456789012:schedule-events\"}");
        assertThat(policy.path("Statement")).hasSize(2);
        assertThat(assumed.getFirst().getHeaders().get("Authorization")).contains("Credential=AKIASERVICE/");
    }

    @Test
    void sessionServesUntilFiveMinutesBeforeItsEnd() {
        send();
        now = now.plus(Duration.ofMinutes(55)).minusSeconds(1);
        send();
        assertThat(assumed).hasSize(1);
        now = now.plusSeconds(1);
        send();
        assertThat(assumed).hasSize(2);
        assertThat(sent).hasSize(3);
    }

    @Test
    void sessionServesNoOtherAccount() {
        send();
        resources().send(QUEUE, new AccountId("acc_2"), REQUEST);
        assertThat(assumed.stream().map(request -> form(request).get("ExternalId")))
                .containsExactly("acc_1", "acc_2");
    }

    @Test
    void nothingIsSentWithoutTheRoleWhichIsNotTriedAgainForTenSeconds() {
        role = _ -> new MockResponse(403, Headers.of("Content-Type", "text/xml"), """
                <ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type>\
                <Code>AccessDenied</Code><Message>no</Message></Error><RequestId>1</RequestId></ErrorResponse>""");

        AttemptOutcome refused = send();
        assertThat(refused.outcomeClass()).isEqualTo(OutcomeClass.NO_ROLE);
        assertThat(refused.statusCode()).isEqualTo(403);
        now = now.plusSeconds(9);
        send();
        assertThat(assumed).hasSize(1);

        role = _ -> session();
        now = now.plusSeconds(1);
        assertThat(send().succeeded()).isTrue();
        assertThat(sent).hasSize(1);
    }

    @Test
    void sessionThatTheQueueDoesNotAcceptIsForgotten() {
        destination = _ -> failure(403, "com.amazon.coral.service#AccessDeniedException", "AccessDenied;Sender");
        AttemptOutcome denied = send();
        assertThat(denied.outcomeClass()).isEqualTo(OutcomeClass.STATUS);
        assertThat(denied.statusCode()).isEqualTo(403);

        destination = AwsCustomerResourcesTest::accepted;
        assertThat(send().succeeded()).isTrue();
        assertThat(assumed).hasSize(2);
    }

    @Test
    void queueThatDoesNotExistIsAStatus() {
        destination = _ ->
                failure(400, "com.amazonaws.sqs#QueueDoesNotExist", "AWS.SimpleQueueService.NonExistentQueue;Sender");
        AttemptOutcome missing = send();
        assertThat(missing.outcomeClass()).isEqualTo(OutcomeClass.STATUS);
        assertThat(missing.statusCode()).isEqualTo(400);
        send();
        assertThat(assumed).hasSize(1);
    }

    @Test
    void queueThatDoesNotRespondIsATimeout() {
        // With a session, so that the short time is that of the queue alone.
        send();
        destination = _ -> new MockResponse.Builder()
                .onResponseStart(SocketEffect.Stall.INSTANCE)
                .build();
        AttemptOutcome late = resources().send(QUEUE, OWNER, REQUEST.within(Duration.ofMillis(300)));
        assertThat(late.outcomeClass()).isEqualTo(OutcomeClass.TIMEOUT);
        assertThat(late.statusCode()).isNull();
    }

    @Test
    void busGetsTheEventAsDetailWithItsTypeAsDetailType() throws IOException {
        destination = _ -> put("{\"EventId\":\"1\"}");

        AttemptOutcome outcome = resources().send(BUS, OWNER, REQUEST);

        assertThat(outcome.outcomeClass()).isEqualTo(OutcomeClass.SUCCEEDED);
        assertThat(outcome.statusCode()).isEqualTo(200);
        JsonNode entries = JSON.readTree(text(sent.getFirst())).path("Entries");
        assertThat(entries).hasSize(1);
        assertThat(entries.path(0).path("EventBusName").asText())
                .isEqualTo(BUS.resource().arn());
        assertThat(entries.path(0).path("Source").asText()).isEqualTo("schedule-events");
        assertThat(entries.path(0).path("DetailType").asText()).isEqualTo("offer.accepted");
        assertThat(entries.path(0).path("Detail").asText()).isEqualTo(REQUEST.body());
        assertThat(sent.getFirst().getHeaders().get("X-Amz-Target")).isEqualTo("AWSEvents.PutEvents");
        assertThat(sent.getFirst().getHeaders().get("Authorization"))
                .contains("Credential=ASIA1/", "/eu-north-1/events/");
        assertThat(form(assumed.getFirst()).get("Policy"))
                .isEqualTo(
                        "{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Allow\",\"Action\":\"events:PutEvents\","
                                + "\"Resource\":\"arn:aws:events:eu-north-1:123456789012:event-bus/clinics\"}]}");
    }

    @ParameterizedTest
    @CsvSource({
        "ThrottlingException, 429",
        "InternalFailure, 500",
        "InternalException, 500",
        "NotAuthorizedForSourceException, 403",
        "MalformedDetail, 400"
    })
    void eventThatTheBusDoesNotTakeIsAStatusAlthoughTheRequestSucceeds(String code, int status) {
        destination = _ -> put("{\"ErrorCode\":\"" + code + "\",\"ErrorMessage\":\"no\"}");

        AttemptOutcome failed = resources().send(BUS, OWNER, REQUEST);

        assertThat(failed.outcomeClass()).isEqualTo(OutcomeClass.STATUS);
        assertThat(failed.statusCode()).isEqualTo(status);
    }

    @Test
    void busThatTheRoleMayNotUseIsAStatusAndItsSessionIsForgotten() {
        destination = _ -> failure(403, "com.amazon.coral.service#AccessDeniedException", "");
        assertThat(resources().send(BUS, OWNER, REQUEST).statusCode()).isEqualTo(403);
        resources().send(BUS, OWNER, REQUEST);
        assertThat(assumed).hasSize(2);
    }

    @Test
    void sessionServesNoOtherDestinationOfTheSameRole() {
        send();
        destination = _ -> put("{\"EventId\":\"1\"}");
        resources().send(BUS, OWNER, REQUEST);
        assertThat(assumed).hasSize(2);
    }

    private static MockResponse put(String entry) {
        return new MockResponse(
                200,
                Headers.of("Content-Type", "application/x-amz-json-1.1"),
                "{\"FailedEntryCount\":" + (entry.contains("ErrorCode") ? 1 : 0) + ",\"Entries\":[" + entry + "]}");
    }

    private MockResponse session() {
        return new MockResponse(200, Headers.of("Content-Type", "text/xml"), """
                <AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>\
                <AccessKeyId>ASIA%d</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken>\
                <Expiration>%s</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>""".formatted(
                        assumed.size(), now.plus(Duration.ofHours(1))));
    }

    private static MockResponse failure(int status, String type, String query) {
        return new MockResponse(
                status,
                Headers.of("Content-Type", "application/x-amz-json-1.0", "x-amzn-query-error", query),
                "{\"__type\":\"" + type + "\",\"message\":\"no\"}");
    }

    /** The SDK compares the digests of what it sent. */
    private static MockResponse accepted(RecordedRequest request) {
        try {
            JsonNode message = JSON.readTree(text(request));
            ByteArrayOutputStream attributes = new ByteArrayOutputStream();
            DataOutputStream written = new DataOutputStream(attributes);
            JsonNode given = message.path("MessageAttributes");
            TreeSet<String> names = new TreeSet<>();
            given.fieldNames().forEachRemaining(names::add);
            for (String name : names) {
                part(written, name);
                part(written, "String");
                written.writeByte(1);
                part(written, given.path(name).path("StringValue").asText());
            }
            return new MockResponse(
                    200,
                    Headers.of("Content-Type", "application/x-amz-json-1.0"),
                    "{\"MessageId\":\"1\",\"MD5OfMessageBody\":\""
                            + md5(message.path("MessageBody").asText().getBytes(StandardCharsets.UTF_8))
                            + "\",\"MD5OfMessageAttributes\":\"" + md5(attributes.toByteArray()) + "\"}");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void part(DataOutputStream written, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        written.writeInt(bytes.length);
        written.write(bytes);
    }

    private static String md5(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static Map<String, String> form(RecordedRequest request) {
        return Arrays.stream(text(request).split("&"))
                .map(field -> field.split("=", 2))
                .collect(Collectors.toMap(
                        field -> URLDecoder.decode(field[0], StandardCharsets.UTF_8),
                        field -> URLDecoder.decode(field[1], StandardCharsets.UTF_8)));
    }

    private static String text(RecordedRequest request) {
        return Objects.requireNonNull(request.getBody()).utf8();
    }

    private static final class Recording extends Dispatcher {

        private final List<RecordedRequest> requests;
        private final Function<RecordedRequest, MockResponse> response;

        Recording(List<RecordedRequest> requests, Function<RecordedRequest, MockResponse> response) {
            this.requests = requests;
            this.response = response;
        }

        @Override
        public MockResponse dispatch(RecordedRequest request) {
            requests.add(request);
            return response.apply(request);
        }
    }
}
