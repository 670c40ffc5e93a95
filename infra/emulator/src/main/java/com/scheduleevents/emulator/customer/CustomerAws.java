package com.scheduleevents.emulator.customer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.emulator.http.LoopbackServer;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.emulator.http.ServerResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Emulates STS, SQS and EventBridge of customers' AWS accounts on 127.0.0.1. A role can be assumed with any external id, unless its path
 * names one: {@code role/only/acc_1/name} lets in whoever has {@code acc_1}. The queues are those of the local SQS with the
 * same name, whatever account and region their URL has. An event bus has one rule, which sends every event to the queue of the local SQS with
 * the same name as the bus; without that queue, events are taken and match no rule. Both serve sessions whose policy names them.
 */
public final class CustomerAws implements AutoCloseable {

    /** Above the largest message of SQS, 1 MB. */
    private static final int MAX_BODY = 2 * 1024 * 1024;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SQS_JSON = "application/x-amz-json-1.0";
    private static final String EVENTS_JSON = "application/x-amz-json-1.1";
    private static final String TARGET = "X-Amz-Target";
    private static final String PUT_EVENTS = "AWSEvents.PutEvents";
    private static final Pattern CREDENTIAL = Pattern.compile("Credential=([^/,\\s]+)/");
    private static final Pattern TRUST = Pattern.compile("arn:aws:iam::\\d{12}:role/only/([^/]+)/.+");
    private static final Pattern QUEUE =
            Pattern.compile("https://sqs\\.([a-z0-9-]+)\\.[a-z.]+/(\\d{12})/([A-Za-z0-9_-]+)");
    private static final Pattern BUS = Pattern.compile("arn:aws:events:([a-z0-9-]+):(\\d{12}):event-bus/(.+)");

    private final URI sqs;
    private final Clock clock;
    private final Map<String, Session> sessions = new ConcurrentHashMap<>();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();
    private final LoopbackServer server;

    /**
     * Starts to listen on a free port.
     *
     * @param sqs where the local SQS listens
     */
    public CustomerAws(URI sqs, Clock clock) {
        this.sqs = sqs;
        this.clock = clock;
        this.server = LoopbackServer.start("AWS of customers", 0, MAX_BODY, this::serve);
    }

    /** The endpoint for the SDK's clients of all three services; GET lists the sessions. */
    public URI url() {
        return server.url();
    }

    private ServerResponse serve(ServerRequest request) throws IOException, InterruptedException {
        if (request.method().equals("GET")) {
            return ServerResponse.json(200, JSON.valueToTree(List.copyOf(sessions.values())));
        }
        return switch (request.header(TARGET).orElse("")) {
            case "" -> assume(request.form());
            case PUT_EVENTS -> put(request);
            default -> send(request);
        };
    }

    private ServerResponse assume(Map<String, List<String>> form) {
        String arn = field(form, "RoleArn");
        Matcher trust = TRUST.matcher(arn);
        boolean trusted = !trust.matches() || trust.group(1).equals(field(form, "ExternalId"));
        if (!field(form, "Action").equals("AssumeRole") || !trusted) {
            return ServerResponse.of(403, "text/xml", StsXml.refused(arn));
        }
        Session session = new Session(
                "ASIALOCAL%011d".formatted(sessions.size()),
                arn,
                field(form, "RoleSessionName"),
                field(form, "ExternalId"),
                field(form, "Policy"));
        sessions.put(session.accessKey(), session);
        return ServerResponse.of(200, "text/xml", StsXml.assumed(session, clock.instant()));
    }

    private static String field(Map<String, List<String>> form, String name) {
        return form.getOrDefault(name, List.of("")).getFirst();
    }

    private ServerResponse send(ServerRequest request) throws IOException, InterruptedException {
        ObjectNode message = (ObjectNode) JSON.readTree(request.body());
        Matcher queue = QUEUE.matcher(message.path("QueueUrl").asText());
        if (!queue.matches() || !mayCall(request, "sqs:SendMessage", arn(queue))) {
            return denied(SQS_JSON);
        }
        HttpResponse<String> response = forward(request, queue.group(3), message);
        return ServerResponse.of(response.statusCode(), SQS_JSON, response.body());
    }

    private ServerResponse put(ServerRequest request) throws IOException, InterruptedException {
        JsonNode entry = JSON.readTree(request.body()).at("/Entries/0");
        String arn = entry.path("EventBusName").asText();
        Matcher bus = BUS.matcher(arn);
        if (!bus.matches() || !mayCall(request, "events:PutEvents", arn)) {
            return denied(EVENTS_JSON);
        }
        ObjectNode event = JSON.createObjectNode()
                .put("version", "0")
                .put("id", UUID.randomUUID().toString())
                .put("detail-type", entry.path("DetailType").asText())
                .put("source", entry.path("Source").asText())
                .put("account", bus.group(2))
                .put("time", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString())
                .put("region", bus.group(1));
        event.putArray("resources");
        event.set("detail", JSON.readTree(entry.path("Detail").asText()));
        forward(request, bus.group(3), JSON.createObjectNode().put("MessageBody", event.toString()));
        return ServerResponse.of(
                200,
                EVENTS_JSON,
                "{\"FailedEntryCount\":0,\"Entries\":[{\"EventId\":\""
                        + event.path("id").asText() + "\"}]}");
    }

    private HttpResponse<String> forward(ServerRequest request, String queue, ObjectNode message)
            throws IOException, InterruptedException {
        message.put("QueueUrl", sqs + "/000000000000/" + queue);
        return client.send(
                HttpRequest.newBuilder(sqs)
                        .header("Content-Type", SQS_JSON)
                        .header(TARGET, "AmazonSQS.SendMessage")
                        .header("Authorization", request.header("Authorization").orElseThrow())
                        .POST(HttpRequest.BodyPublishers.ofString(message.toString()))
                        .build(),
                HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    private static ServerResponse denied(String type) {
        return ServerResponse.of(
                403,
                type,
                JsonNodeFactory.instance
                        .objectNode()
                        .put("__type", "com.amazon.coral.service#AccessDeniedException")
                        .put("message", "no session for this resource")
                        .toString());
    }

    private static String arn(Matcher queue) {
        return "arn:aws:sqs:" + queue.group(1) + ":" + queue.group(2) + ":" + queue.group(3);
    }

    private boolean mayCall(ServerRequest request, String action, String arn) {
        return request.header("Authorization")
                .map(CREDENTIAL::matcher)
                .filter(Matcher::find)
                .map(credential -> sessions.get(credential.group(1)))
                .filter(session -> session.covers(action, arn))
                .isPresent();
    }

    @Override
    public void close() {
        server.close();
        client.shutdownNow();
    }

    /**
     * What a caller got for a role.
     *
     * @param name of the session
     * @param policy limits what the session may do
     */
    record Session(String accessKey, String roleArn, String name, String externalId, String policy) {

        /** Whether one statement allows this action on exactly that resource. */
        boolean covers(String action, String arn) {
            List<String> allowed = new ArrayList<>();
            try {
                JSON.readTree(policy).path("Statement").forEach(statement -> {
                    if (statement.path("Action").asText().equals(action)) {
                        allowed.add(statement.path("Resource").asText());
                    }
                });
            } catch (IOException malformed) {
                return false;
            }
            return allowed.equals(List.of(arn));
        }
    }
}
