package com.scheduleevents.cli.operations;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cli.api.ApiCall;
import com.scheduleevents.cli.api.ApiFailure;
import com.scheduleevents.cli.api.ApiResult;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.ConnectionOptions;
import com.scheduleevents.cli.api.QueryString;
import com.scheduleevents.cli.output.Listing;
import com.scheduleevents.cli.output.ResultPrinter;
import com.scheduleevents.terminal.CommandFailure;
import com.scheduleevents.terminal.InvalidArguments;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.InitializationException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The command of an operation: sends its request with the arguments, and prints the response. */
final class OperationCommand implements Callable<Integer> {

    private static final String SET = "--set";
    private static final int PRECONDITION_FAILED = 412;
    private static final String ANY_FIELD = "Any field of the API, as JSON or text; can be repeated.";

    private final Map<String, Operation> table;
    private final Operation operation;
    private final CommandSpec spec;
    private final Map<Parameter, ArgSpec> arguments = new LinkedHashMap<>();
    private final ConnectionOptions connection;
    private final ResultPrinter output;
    private final ListOptions list;
    private final Confirmation confirmation;
    private final OutcomeWait outcome;

    private OperationCommand(String name, Map<String, Operation> table, IFactory factory) throws Exception {
        this.table = table;
        this.operation = Objects.requireNonNull(table.get(name), name);
        this.spec = CommandSpec.wrapWithoutInspection(this, factory);
        this.connection = factory.create(ConnectionOptions.class);
        this.output = factory.create(ResultPrinter.class).of(spec);
        this.list = new ListOptions();
        this.confirmation = factory.create(Confirmation.class);
        this.outcome = factory.create(OutcomeWait.class);
        operation.parameters().forEach(parameter -> {
            arguments.put(parameter, parameter.argument(operation.fields().containsKey("without")));
            spec.add(arguments.get(parameter));
        });
        if (operation.takesAnyField()) {
            spec.addOption(OptionSpec.builder(SET)
                    .type(Map.class)
                    .auxiliaryTypes(String.class, String.class)
                    .paramLabel("FIELD=JSON")
                    .description(operation.fields().getOrDefault("any_field", ANY_FIELD))
                    .build());
        }
    }

    /**
     * Makes the command of an operation.
     *
     * @param table has it under the name of the command, and the operations that it names
     */
    static CommandLine of(String name, Map<String, Operation> table, IFactory factory) {
        try {
            OperationCommand command = new OperationCommand(name, table, factory);
            Operation operation = command.operation;
            command.spec
                    .name(name)
                    .usageMessage()
                    .description(operation.fields("about").toArray(String[]::new));
            command.mixin(command.connection, factory);
            command.mixin(command.output, factory);
            if (operation.field("list").equals("part")) {
                command.mixin(command.list, factory);
            }
            if (operation.field("method").equals("DELETE")) {
                command.mixin(command.confirmation, factory);
            }
            return new CommandLine(command.spec, factory);
        } catch (Exception e) {
            throw new InitializationException("The command " + name + " cannot be made", e);
        }
    }

    private void mixin(Object options, IFactory factory) {
        spec.addMixin(options.getClass().getSimpleName(), CommandSpec.forAnnotatedObject(options, factory));
    }

    @Override
    public Integer call() {
        Map<Parameter, Object> values = values();
        Map<String, String> ids = new LinkedHashMap<>();
        values.forEach((parameter, value) -> {
            if (parameter.in().equals("path")) {
                ids.put(parameter.name(), value.toString());
            }
        });
        Operation meant = named("without").filter(_ -> ids.isEmpty()).orElse(operation);
        if (!meant.equals(operation)) {
            requireFitting(meant, values);
        }
        QueryString query = query(values);
        Optional<JsonNode> body = body(values);
        String path = meant.path(ids);
        try (ApiSession api = connection.open()) {
            if (meant.fields().containsKey("list")) {
                output.list(ReadableFields.columns(meant), listing(meant, api, path, query), meant.none());
                return CommandLine.ExitCode.OK;
            }
            if (meant.field("method").equals("DELETE")) {
                String question = meant.fields().getOrDefault("question", "Delete {}?");
                confirmation.require(question.replace("{}", last(ids)));
            }
            ApiCall request = new ApiCall(meant.field("method"), path, query, body, headers(meant, values));
            ApiResult response = send(api, request, ids);
            Optional<Operation> shows = named("outcome");
            JsonNode shown = shows.isPresent() ? outcome.of(api, shows.get(), ids, response.body()) : response.body();
            print(shows.orElse(meant), shown, ids);
            response.etag()
                    .filter(_ -> meant.fields().containsKey("etag"))
                    .ifPresent(etag -> output.note("ETag: " + etag));
            return shows.isEmpty() || OutcomeWait.isSuccess(shown)
                    ? CommandLine.ExitCode.OK
                    : CommandLine.ExitCode.SOFTWARE;
        }
    }

    /** Where somebody else has changed the object, it says where the new ETag is to be had. */
    private ApiResult send(ApiSession api, ApiCall request, Map<String, String> ids) {
        try {
            return api.send(request);
        } catch (ApiFailure refused) {
            if (refused.status() != PRECONDITION_FAILED) {
                throw refused;
            }
            String get = spec.parent().qualifiedName() + " get " + last(ids);
            throw new CommandFailure(refused.getMessage() + " It is printed by: " + get, refused);
        }
    }

    private Listing listing(Operation meant, ApiSession api, String path, QueryString query) {
        return switch (meant.field("list")) {
            case "part" -> list.read(api, path, query, output);
            case "whole" -> api.rest(path, query, Optional.empty());
            default -> {
                JsonNode page = api.get(path, query);
                yield new Listing(page.path("data").valueStream().toList(), Optional.empty());
            }
        };
    }

    /** What was given, or has a default. */
    private Map<Parameter, Object> values() {
        if (operation.fields().containsKey("either")
                && operation.fields("either").filter(this::hasValue).count() != 1) {
            throw new InvalidArguments(operation.field("message"));
        }
        Map<Parameter, Object> values = new LinkedHashMap<>();
        arguments.forEach((parameter, argument) -> given(argument).ifPresent(value -> {
            parameter.require(value);
            values.put(parameter, value);
        }));
        return values;
    }

    /** The operation that this one names. */
    private Optional<Operation> named(String key) {
        return Optional.ofNullable(table.get(operation.field(key)));
    }

    private boolean hasValue(String option) {
        return given(spec.findOption(option)).isPresent();
    }

    /** The value of an argument; empty if it has none, or is false as {@code --pull=false} is. */
    private static Optional<Object> given(ArgSpec argument) {
        return Optional.ofNullable(argument.<Object>getValue()).filter(value -> !value.equals(false));
    }

    /** Without the argument that chooses between two operations, there is less to choose from. */
    private void requireFitting(Operation meant, Map<Parameter, Object> values) {
        String needed = "needs a " + operation.parameters().getFirst().shown().toLowerCase(Locale.ROOT) + ".";
        values.forEach((parameter, value) -> {
            List<String> allowed = meant.parameters().stream()
                    .filter(other -> other.name().equals(parameter.name()))
                    .findFirst()
                    .orElseThrow(() -> new InvalidArguments(parameter.shown() + " " + needed))
                    .values();
            if (!allowed.isEmpty() && !allowed.contains(value.toString())) {
                throw new InvalidArguments(parameter.shown() + " " + value + " " + needed + " Without one, there are "
                        + String.join(", ", allowed) + ".");
            }
        });
    }

    private static QueryString query(Map<Parameter, Object> values) {
        QueryString query = QueryString.NONE;
        for (Map.Entry<Parameter, Object> each : values.entrySet()) {
            query = each.getKey().in().equals("query") ? each.getKey().in(query, each.getValue()) : query;
        }
        return query;
    }

    private static Map<String, String> headers(Operation meant, Map<Parameter, Object> values) {
        Map<String, String> headers =
                new LinkedHashMap<>(meant.fields().containsKey("once") ? ApiCall.idempotencyKey() : Map.of());
        values.forEach((parameter, value) -> {
            if (parameter.in().equals("header")) {
                headers.put(parameter.name(), parameter.header(value));
            }
        });
        return headers;
    }

    /** Empty where the operation has none. */
    private Optional<JsonNode> body(Map<Parameter, Object> values) {
        if (!operation.hasBody()) {
            return Optional.empty();
        }
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        values.forEach((parameter, value) -> {
            if (parameter.in().equals("body")) {
                body.set(parameter.name(), parameter.json(value));
            }
        });
        if (operation.takesAnyField() && hasValue(SET)) {
            FieldValues.set(body, spec.findOption(SET).getValue());
        }
        return Optional.of(body);
    }

    private void print(Operation shown, JsonNode response, Map<String, String> ids) {
        if (response.isMissingNode()) {
            output.note(last(ids) + " is deleted.");
        } else if (shown.field("table").isEmpty()) {
            output.object(response, object -> ReadableFields.of(shown.field("schema"), object));
        } else {
            output.objectWithTable(response, shown.field("table"), shown.columns());
        }
        if (shown.fields().containsKey("note")) {
            // Where the response with a secret was lost, that to the repeat says what to do.
            output.note(response.path("message").asText(shown.field("note")));
        }
    }

    private static String last(Map<String, String> ids) {
        return List.copyOf(ids.values()).getLast();
    }
}
