package com.scheduleevents.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What ./deploy asks AWS: one stack, the identities of SES, the concurrency of Lambda. {@code sam.py} tells it of each `sam deploy`, which
 * changes the stack. Its fields are what a test sets before a run, or looks at after it.
 */
final class AwsStub implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String NO_STACK = "";

    /** The status of the stack; empty as long as there is none. */
    String status = NO_STACK;

    /** The stack's parameters, as far as they have been given. */
    final Map<String, String> parameters = new LinkedHashMap<>();

    final Map<String, String> outputs = new LinkedHashMap<>();
    boolean terminationProtection;

    /** The concurrency of the account; empty for an emulator that does not know the call. */
    OptionalInt concurrency = OptionalInt.of(1000);

    /** The identities of SES that are verified. */
    List<String> verified = List.of("b.example");

    int mailsInADay = 50_000;
    String subscription = "arn:aws:sns:eu-west-1:123456789012:Alarms:1";

    /** The changes that a change set of a dry run has, as XML. */
    String changes = "";

    /** Whether the change sets of the stack may be listed. */
    boolean listsChangeSets = true;

    /** What `sam deploy` does, in this order; it succeeds when there is nothing left. */
    final Deque<Outcome> outcomes = new ArrayDeque<>();

    /** The calls of `sam`. */
    final List<SamCall> sam = new ArrayList<>();

    /** The calls of AWS that change something, each with its arguments that matter. */
    final List<String> changed = new ArrayList<>();

    private final List<String> changeSets = new ArrayList<>();
    private final HttpServer server;

    /** How a `sam deploy` ends. */
    enum Outcome {
        SUCCESS,
        FAILURE,
        /** The user does not confirm, so that a change set stays. */
        UNCONFIRMED
    }

    /**
     * A call of `sam`.
     *
     * @param arguments all, the command first
     * @param template the template that was deployed
     * @param region that of its environment
     */
    record SamCall(List<String> arguments, JsonNode template, String region) {

        /** The parameters that it sets, without the quotes around their values. */
        Map<String, String> overrides() {
            int first = arguments.indexOf("--parameter-overrides") + 1;
            return first == 0
                    ? Map.of()
                    : arguments.subList(first, arguments.size()).stream()
                            .map(argument -> argument.split("=", 2))
                            .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1].replaceAll("^\"|\"$", "")));
        }

        String hash() {
            return template.at("/Globals/Function/Environment/Variables/CONFIGURATION_HASH")
                    .asText();
        }
    }

    AwsStub() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::respond);
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** The `sam deploy`s, without those that only make a change set. */
    List<SamCall> deployments() {
        return sam.stream()
                .filter(call -> call.arguments().getFirst().equals("deploy"))
                .toList();
    }

    /** There is a stack, deployed with these parameters. */
    void deployed(Map<String, String> given) {
        status = "UPDATE_COMPLETE";
        parameters.putAll(given);
        outputs.put("ApiUrl", "https://a1b2.execute-api.eu-west-1.amazonaws.com");
        outputs.put("AlarmTopic", "arn:aws:sns:eu-west-1:123456789012:Alarms");
    }

    private synchronized void respond(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Response response =
                switch (path) {
                    case "/sam" -> new Response(200, Integer.toString(sam(JSON.readTree(body))));
                    case "/2016-08-19/account-settings", "/2016-08-19/account-settings/" -> accountSettings();
                    default -> query(form(body));
                };
        byte[] bytes = response.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(response.status(), bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private int sam(JsonNode call) {
        SamCall made = new SamCall(
                call.path("arguments").valueStream().map(JsonNode::asText).toList(),
                call.path("template"),
                call.path("region").asText());
        sam.add(made);
        if (!made.arguments().getFirst().equals("deploy")) {
            return 0;
        }
        Outcome outcome = outcomes.isEmpty() ? Outcome.SUCCESS : outcomes.remove();
        boolean isNew = status.equals(NO_STACK) || status.equals("REVIEW_IN_PROGRESS");
        if (outcome == Outcome.UNCONFIRMED || made.arguments().contains("--no-execute-changeset")) {
            status = isNew ? "REVIEW_IN_PROGRESS" : status;
            changeSets.add("arn:aws:cloudformation:eu-west-1:123456789012:changeSet/" + sam.size());
        } else if (outcome == Outcome.FAILURE) {
            status = isNew ? "ROLLBACK_COMPLETE" : "UPDATE_ROLLBACK_COMPLETE";
            return 1;
        } else {
            outputs.clear();
            made.template()
                    .path("Parameters")
                    .properties()
                    .forEach(parameter -> parameters.putIfAbsent(
                            parameter.getKey(),
                            parameter.getValue().path("Default").asText()));
            deployed(made.overrides());
            if (made.template().path("Outputs").has("DataProtectionPending")) {
                outputs.put("DataProtectionPending", "true");
            }
            if (!parameters.getOrDefault("DomainName", "").isEmpty()) {
                outputs.put("DomainTarget", "d-1.execute-api.eu-west-1.amazonaws.com");
            }
        }
        return 0;
    }

    private Response accountSettings() {
        if (concurrency.isEmpty()) {
            return new Response(404, "{\"message\": \"not supported\"}");
        }
        return new Response(
                200,
                "{\"AccountLimit\": {\"ConcurrentExecutions\": %1$d, \"UnreservedConcurrentExecutions\": %1$d}}"
                        .formatted(concurrency.getAsInt()));
    }

    private Response query(Map<String, String> form) {
        String action = form.getOrDefault("Action", "");
        return switch (action) {
            case "GetCallerIdentity" ->
                result(action, "<Arn>arn:aws:iam::123456789012:user/a</Arn><Account>123456789012</Account>");
            case "GetIdentityVerificationAttributes" ->
                result(action, "<VerificationAttributes>" + identities(form) + "</VerificationAttributes>");
            case "GetSendQuota" -> result(action, "<Max24HourSend>" + mailsInADay + "</Max24HourSend>");
            case "ListSubscriptionsByTopic" ->
                result(
                        action,
                        "<Subscriptions><member><SubscriptionArn>" + subscription
                                + "</SubscriptionArn></member></Subscriptions>");
            case "DescribeStacks" -> status.equals(NO_STACK) ? missing(form) : result(action, stack(form));
            case "DescribeStackEvents" ->
                result(
                        action,
                        "<StackEvents><member><LogicalResourceId>Later</LogicalResourceId><ResourceStatus>CREATE_FAILED</ResourceStatus>"
                                + "<ResourceStatusReason>Resource creation cancelled</ResourceStatusReason></member>"
                                + "<member><LogicalResourceId>EventsTable</LogicalResourceId><ResourceStatus>CREATE_FAILED"
                                + "</ResourceStatus><ResourceStatusReason>Limit exceeded</ResourceStatusReason></member>"
                                + "<member><LogicalResourceId>schedule-events</LogicalResourceId>"
                                + "<ResourceStatus>CREATE_IN_PROGRESS</ResourceStatus></member>"
                                + "<member><LogicalResourceId>LastWeek</LogicalResourceId><ResourceStatus>UPDATE_FAILED"
                                + "</ResourceStatus></member></StackEvents>");
            case "ListChangeSets" -> {
                if (!listsChangeSets) {
                    yield error("AccessDenied", "not authorized to perform: cloudformation:ListChangeSets");
                }
                yield status.equals(NO_STACK) ? missing(form) : result(action, changeSets(form.get("NextToken")));
            }
            case "DescribeChangeSet" -> result(action, "<Changes>" + changes + "</Changes>");
            case "DeleteChangeSet" -> {
                changeSets.remove(form.get("ChangeSetName"));
                changed.add(action);
                yield result(action, "");
            }
            case "DeleteStack" -> {
                status = NO_STACK;
                changed.add(action);
                yield result(action, "");
            }
            case "UpdateTerminationProtection" -> {
                terminationProtection = Boolean.parseBoolean(form.get("EnableTerminationProtection"));
                changed.add(action + " " + terminationProtection);
                yield result(action, "");
            }
            default -> error("InvalidAction", "There is no action " + action);
        };
    }

    private String identities(Map<String, String> form) {
        return form.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("Identities.member."))
                .filter(entry -> verified.contains(entry.getValue()))
                .map(entry -> "<entry><key>" + entry.getValue()
                        + "</key><value><VerificationStatus>Success</VerificationStatus></value></entry>")
                .collect(Collectors.joining());
    }

    private String stack(Map<String, String> form) {
        StringBuilder xml = new StringBuilder("<Stacks><member><StackName>" + form.get("StackName") + "</StackName>"
                + "<StackStatus>" + status + "</StackStatus><CreationTime>2026-01-01T00:00:00Z</CreationTime>"
                + "<EnableTerminationProtection>" + terminationProtection
                + "</EnableTerminationProtection><Parameters>");
        parameters.forEach((name, value) -> xml.append("<member><ParameterKey>" + name
                + "</ParameterKey><ParameterValue>" + value + "</ParameterValue></member>"));
        xml.append("</Parameters><Outputs>");
        outputs.forEach((name, value) -> xml.append(
                "<member><OutputKey>" + name + "</OutputKey><OutputValue>" + value + "</OutputValue></member>"));
        return xml.append("</Outputs></member></Stacks>").toString();
    }

    /** The first page has none, and the second all of them. */
    private String changeSets(@Nullable String page) {
        if (page == null) {
            return "<Summaries></Summaries><NextToken>2</NextToken>";
        }
        return changeSets.stream()
                .map(
                        id -> "<member><ChangeSetId>" + id
                                + "</ChangeSetId><Status>CREATE_COMPLETE</Status><ExecutionStatus>AVAILABLE</ExecutionStatus></member>")
                .collect(Collectors.joining("", "<Summaries>", "</Summaries>"));
    }

    private static Response missing(Map<String, String> form) {
        return error("ValidationError", "Stack with id " + form.get("StackName") + " does not exist");
    }

    private static Response error(String code, String message) {
        return new Response(
                400,
                "<ErrorResponse><Error><Type>Sender</Type><Code>" + code + "</Code><Message>" + message
                        + "</Message></Error><RequestId>1</RequestId></ErrorResponse>");
    }

    private static Response result(String action, String content) {
        return new Response(
                200,
                "<%1$sResponse><%1$sResult>%2$s</%1$sResult><ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></%1$sResponse>"
                        .formatted(action, content));
    }

    private static Map<String, String> form(String body) {
        Map<String, String> form = new HashMap<>();
        for (String field : body.split("&", -1)) {
            String[] parts = field.split("=", 2);
            if (parts.length == 2) {
                form.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
            }
        }
        return form;
    }

    private record Response(int status, String body) {}

    @Override
    public void close() {
        server.stop(0);
    }
}
