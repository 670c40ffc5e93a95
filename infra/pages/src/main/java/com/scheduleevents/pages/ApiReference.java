package com.scheduleevents.pages;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.pages.ContractReader.Operation;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the API reference: a page for each tag of the contract, one for all objects, and one that leads to them. */
final class ApiReference {

    private static final Optional<String> GROUP = Optional.of("API reference");
    private static final String NAME = "reference";
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ContractReader contract;
    private final SchemaText schemas;

    ApiReference(JsonNode contract) {
        this.contract = new ContractReader(contract);
        this.schemas = new SchemaText(this.contract);
    }

    List<ServedPage> pages() {
        List<ServedPage> pages = new ArrayList<>();
        List<JsonNode> tags = ContractReader.elements(contract.at("/tags")).toList();
        pages.add(overview(tags));
        tags.forEach(tag -> pages.add(page(tag)));
        pages.add(objects());
        return pages;
    }

    private static String pageOf(String tag) {
        return NAME + "-" + tag.toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    private ServedPage overview(List<JsonNode> tags) {
        StringBuilder html = new StringBuilder(
                MarkdownText.html(contract.at("/info/description").asText()));
        html.append("<p>An API key is sent with every request: ")
                .append(HtmlText.code("Authorization: Bearer …"))
                .append(". The whole contract is served as ")
                .append(HtmlText.link(PageLinks.DOCS + "../openapi.json", "openapi.json"))
                .append(", in OpenAPI 3.1.</p>\n");
        List<Section> sections = new ArrayList<>();
        for (JsonNode tag : tags) {
            String name = tag.path("name").asText();
            sections.add(new Section(MarkdownText.anchor(name), name));
            html.append("<h2 id=\"")
                    .append(MarkdownText.anchor(name))
                    .append("\">")
                    .append(HtmlText.link(PageLinks.DOCS + pageOf(name), HtmlText.escaped(name)))
                    .append("</h2>\n")
                    .append(MarkdownText.html(tag.path("description").asText()))
                    .append(SchemaText.table(
                            List.of("operation", "request"),
                            contract.operations(name).stream()
                                    .map(operation -> SchemaText.row(
                                            HtmlText.link(
                                                    PageLinks.DOCS + pageOf(name) + "#" + operation.id(),
                                                    HtmlText.escaped(operation.summary())),
                                            HtmlText.code(line(operation))))
                                    .toList()));
        }
        return new ServedPage(NAME, GROUP, "API reference", sections, html.toString());
    }

    private ServedPage page(JsonNode tag) {
        String name = tag.path("name").asText();
        List<Operation> operations = contract.operations(name);
        String html = operations.stream()
                .map(this::operation)
                .collect(Collectors.joining(
                        "", MarkdownText.html(tag.path("description").asText()), ""));
        List<Section> sections = operations.stream()
                .map(operation -> new Section(operation.id(), operation.summary()))
                .toList();
        return new ServedPage(pageOf(name), GROUP, name, sections, html);
    }

    private ServedPage objects() {
        List<String> names = schemas.objects();
        String html = names.stream()
                .map(name -> {
                    JsonNode schema = contract.at("/components/schemas/" + name);
                    String choices = ContractReader.choices(schema).stream()
                            .filter(choice -> !ContractReader.name(choice).isEmpty())
                            .map(schemas::type)
                            .collect(Collectors.joining(", "));
                    return "<h2 id=\"" + name + "\">" + name + "</h2>\n"
                            + MarkdownText.html(schema.path("description").asText())
                            + (choices.isEmpty() ? "" : "<p>One of " + choices + ".</p>\n")
                            + schemas.fields(schema)
                            + (schema.path("examples").has(0)
                                    ? HtmlText.block(
                                            pretty(schema.path("examples").path(0)))
                                    : "");
                })
                .collect(Collectors.joining());
        return new ServedPage(
                SchemaText.OBJECTS,
                GROUP,
                "Objects",
                names.stream().map(name -> new Section(name, name)).toList(),
                html);
    }

    private String operation(Operation operation) {
        StringBuilder html = new StringBuilder("<h2 id=\"" + operation.id() + "\">"
                + HtmlText.escaped(operation.summary()) + "</h2>\n<p class=\"request\">"
                + HtmlText.code(line(operation)) + "</p>\n");
        html.append(MarkdownText.html(operation.described().path("description").asText()));
        if (!operation.parameters().isEmpty()) {
            html.append("<h3>Parameters</h3>\n")
                    .append(SchemaText.table(
                            List.of("name", "in", "type", "meaning"),
                            operation.parameters().stream().map(this::parameter).toList()));
        }
        JsonNode body = operation.body().path("schema");
        if (!body.isMissingNode()) {
            html.append("<h3>Body</h3>\n<p>")
                    .append(schemas.type(body))
                    .append(". ")
                    .append(MarkdownText.line(
                            operation.described().at("/requestBody/description").asText()))
                    .append("</p>\n");
            if (ContractReader.name(body).isEmpty()) {
                html.append(schemas.fields(body));
            }
        }
        if (operation.served()) {
            html.append("<h3>With curl</h3>\n").append(HtmlText.block(curl(operation)));
        } else if (!body.isMissingNode()) {
            html.append("<h3>Example</h3>\n").append(HtmlText.block(pretty(contract.sample(body))));
        }
        html.append("<h3>Responses</h3>\n")
                .append(SchemaText.table(
                        List.of("status", "body", "meaning"),
                        operation.described().path("responses").properties().stream()
                                .map(this::response)
                                .toList()));
        operation.described().path("responses").properties().stream()
                .filter(response -> operation.served() && response.getKey().startsWith("2"))
                .map(response -> content(contract.resolved(response.getValue())))
                .filter(content -> content.has("schema"))
                .findFirst()
                .ifPresent(content -> html.append(HtmlText.block(pretty(example(content)))));
        return html.toString();
    }

    private String parameter(JsonNode parameter) {
        JsonNode schema = parameter.path("schema");
        String bounds = schemas.bounds(schema);
        return SchemaText.row(
                HtmlText.code(parameter.path("name").asText())
                        + (parameter.path("required").asBoolean() ? " <small>required</small>" : ""),
                HtmlText.escaped(parameter.path("in").asText()),
                schemas.type(schema),
                MarkdownText.line(parameter.path("description").asText())
                        + (bounds.isEmpty() ? "" : " <small>" + bounds + "</small>"));
    }

    /** The examples of an error are named by their codes, each of which is explained on a page of its own. */
    private String response(Map.Entry<String, JsonNode> entry) {
        JsonNode response = contract.resolved(entry.getValue());
        JsonNode content = content(response);
        String codes = contract.errorCodes(content).stream()
                .map(code -> HtmlText.link(PageLinks.DOCS + "errors#" + code, HtmlText.code(code)))
                .collect(Collectors.joining(", "));
        return SchemaText.row(
                HtmlText.escaped(entry.getKey()),
                content.has("schema") ? schemas.type(content.path("schema")) : "none",
                MarkdownText.line(response.path("description").asText())
                        + (codes.isEmpty() ? "" : " <small>" + codes + "</small>"));
    }

    private static JsonNode content(JsonNode response) {
        return response.at("/content/application~1json");
    }

    private JsonNode example(JsonNode content) {
        return Stream.concat(
                        Stream.of(content.path("example")).filter(node -> !node.isMissingNode()),
                        content.path("examples").properties().stream()
                                .map(example ->
                                        contract.resolved(example.getValue()).path("value")))
                .findFirst()
                .orElseGet(() -> contract.sample(content.path("schema")));
    }

    private static String line(Operation operation) {
        return operation.served()
                ? operation.method().toUpperCase(Locale.ROOT) + " " + operation.path()
                : "POST to your URL";
    }

    /** The request with curl: {@code $API} is the base URL of the service, {@code $KEY} an API key. */
    private String curl(Operation operation) {
        String path = VARIABLE.matcher(operation.path()).replaceAll(variable -> operation.parameters().stream()
                .filter(parameter -> parameter.path("name").asText().equals(variable.group(1)))
                .map(parameter -> parameter.path("example").asText())
                .findFirst()
                .orElseThrow());
        String query = operation.parameters().stream()
                .filter(parameter -> parameter.path("in").asText().equals("query") && parameter.has("example"))
                .flatMap(parameter -> (parameter.path("example").isArray()
                                ? ContractReader.elements(parameter.path("example"))
                                : Stream.of(parameter.path("example")))
                        .map(value -> parameter.path("name").asText() + "="
                                + URLEncoder.encode(value.asText(), StandardCharsets.UTF_8)))
                .collect(Collectors.joining("&"));
        boolean sends = operation.described().at("/requestBody/required").asBoolean();
        boolean implied =
                operation.method().equals("get") || (operation.method().equals("post") && sends);
        StringBuilder curl = new StringBuilder(
                        implied ? "curl -s" : "curl -s -X " + operation.method().toUpperCase(Locale.ROOT))
                .append(" \"$API")
                .append(path)
                .append(query.isEmpty() ? "" : "?" + query)
                .append("\" \\\n  -H \"Authorization: Bearer $KEY\"");
        if (sends) {
            String body = pretty(contract.sample(operation.body().path("schema")));
            curl.append(" \\\n  -H \"Content-Type: application/json\" \\\n  -d '")
                    .append(body.replace("'", "'\\''"))
                    .append('\'');
        }
        return curl.toString();
    }

    private static String pretty(JsonNode json) {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree cannot be written as JSON", e);
        }
    }
}
