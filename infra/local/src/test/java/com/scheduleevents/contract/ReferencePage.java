package com.scheduleevents.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.contract.Contract.Operation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the contract as one page for people: plain HTML, nothing loaded from elsewhere. */
final class ReferencePage {

    private static final String STYLE = """
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
            nav { columns: 2; } nav a { display: block; text-decoration: none; }
            h2 { border-top: 2px solid #ccc; padding-top: 1rem; margin-top: 3rem; } h3 { margin-top: 2.5rem; }
            table { border-collapse: collapse; width: 100%; } td, th { text-align: left; vertical-align: top; padding: .3rem .6rem;
              border-bottom: 1px solid #ddd; } code, pre { font: 14px/1.4 ui-monospace, monospace; background: #f5f5f5; }
            pre { padding: .8rem; overflow: auto; } .method { color: #555; } .required { color: #a00; font-size: .85em; }
            @media (prefers-color-scheme: dark) { body { background: #181818; color: #ddd; } code, pre { background: #262626; }
              a { color: #8ab4f8; } td, th, h2 { border-color: #444; } .method { color: #aaa; } .required { color: #f88; } }
            """;

    private final Contract contract;
    private final StringBuilder page = new StringBuilder();

    private ReferencePage(Contract contract) {
        this.contract = contract;
    }

    static String of(Contract contract) {
        return new ReferencePage(contract).write();
    }

    private String write() {
        JsonNode info = contract.document().path("info");
        line("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">");
        line("<meta name=\"viewport\" content=\"width=device-width\">");
        line("<title>" + Html.text(info.path("title").asText()) + ": API reference</title>");
        line("<style>\n" + STYLE + "</style>\n</head>\n<body>");
        line("<h1>" + Html.text(info.path("title").asText()) + "</h1>");
        line(
                "<p>API reference, version " + Html.text(info.path("version").asText())
                        + ". Made from <a href=\"openapi.yaml\">the contract</a>; <a href=\"api.md\">the guide</a> tells how it is meant.</p>");
        line(Html.prose(info.path("description").asText()));
        contents();
        contract.document().path("tags").forEach(this::tag);
        deliveries();
        errors();
        line("<h2 id=\"objects\">Objects</h2>");
        contract.document().at("/components/schemas").propertyStream().forEach(this::object);
        line("</body>\n</html>");
        return page.toString();
    }

    private void contents() {
        line("<nav>");
        contract.operations()
                .forEach(operation -> line("<a href=\"#" + id(operation.described()) + "\">"
                        + Html.text(summary(operation.described())) + "</a>"));
        line(
                "<a href=\"#deliverEvent\">A delivery</a>\n<a href=\"#errors\">Errors</a>\n<a href=\"#objects\">Objects</a>\n</nav>");
    }

    private void tag(JsonNode tag) {
        String name = tag.path("name").asText();
        line("<h2>" + Html.text(name) + "</h2>\n"
                + Html.prose(tag.path("description").asText()));
        contract.operations().stream()
                .filter(operation ->
                        operation.described().at("/tags/0").asText().equals(name))
                .forEach(this::operation);
    }

    private void operation(Operation operation) {
        heading(operation.described(), operation.method() + " " + operation.path());
        request(operation.described());
        responses(operation.described());
    }

    private void deliveries() {
        JsonNode delivery = contract.document().at("/webhooks/event/post");
        line("<h2>Deliveries</h2>");
        heading(delivery, "POST to the webhook's url");
        request(delivery);
        responses(delivery);
    }

    private void heading(JsonNode described, String call) {
        line("<h3 id=\"" + id(described) + "\">" + Html.text(summary(described)) + "</h3>");
        line("<p class=\"method\"><code>" + Html.text(call) + "</code></p>");
        line(Html.prose(described.path("description").asText()));
    }

    private void request(JsonNode described) {
        List<JsonNode> parameters = described
                .path("parameters")
                .valueStream()
                .map(contract::resolved)
                .toList();
        if (!parameters.isEmpty()) {
            line("<table>\n<tr><th>Parameter</th><th>In</th><th>Type</th><th></th></tr>");
            parameters.forEach(this::parameter);
            line("</table>");
        }
        JsonNode body = contract.resolved(described.path("requestBody"));
        if (!body.isMissingNode()) {
            line("<p>Body: " + type(body.at("/content/application~1json/schema")) + ". "
                    + Html.inline(body.path("description").asText()) + "</p>");
        }
    }

    private void parameter(JsonNode parameter) {
        row(
                "<code>" + Html.text(parameter.path("name").asText()) + "</code>"
                        + required(parameter.path("required").asBoolean()),
                Html.text(parameter.path("in").asText()),
                type(parameter.path("schema")),
                Html.inline(parameter.path("description").asText()));
    }

    private void responses(JsonNode described) {
        line("<table>\n<tr><th>Answer</th><th>Body</th><th></th></tr>");
        described.path("responses").propertyStream().forEach(response -> {
            JsonNode whole = contract.resolved(response.getValue());
            JsonNode schema = whole.at("/content/application~1json/schema");
            String codes = contract.codes(whole).stream()
                    .map(code -> "<a href=\"#" + code + "\"><code>" + code + "</code></a>")
                    .collect(Collectors.joining(" "));
            row(
                    Html.text(response.getKey()),
                    schema.isMissingNode() ? "none" : type(schema),
                    Html.inline(whole.path("description").asText()) + (codes.isEmpty() ? "" : "<br>" + codes));
        });
        line("</table>");
    }

    private void errors() {
        line("<h2 id=\"errors\">Errors</h2>");
        contract.document().at("/components/responses").forEach(response -> {
            line("<h3>" + Html.text(response.path("description").asText()) + "</h3>");
            response.at("/content/application~1json/examples").propertyStream().forEach(example -> {
                JsonNode shown = contract.resolved(example.getValue());
                // One that several answers share is shown with the first.
                boolean first = page.indexOf("<h4 id=\"" + example.getKey() + "\"") < 0;
                line(
                        first
                                ? "<h4 id=\"" + example.getKey() + "\"><code>" + example.getKey() + "</code></h4>\n<p>"
                                        + Html.inline(shown.path("summary").asText()) + "</p>\n<pre>"
                                        + Html.text(shown.path("value").toPrettyString()) + "</pre>"
                                : "<p><a href=\"#" + example.getKey() + "\"><code>" + example.getKey()
                                        + "</code></a></p>");
            });
        });
    }

    private void object(Map.Entry<String, JsonNode> named) {
        JsonNode schema = named.getValue();
        line("<h3 id=\"" + named.getKey() + "\">" + named.getKey() + "</h3>");
        line(Html.prose(schema.path("description").asText()));
        if (schema.path("properties").isObject()) {
            line("<table>\n<tr><th>Field</th><th>Type</th><th></th></tr>");
            schema.path("properties").propertyStream().forEach(field -> field(schema, field));
            line("</table>");
        } else {
            line("<p>" + type(schema) + "</p>");
        }
        schema.path("examples").forEach(example -> line("<pre>" + Html.text(example.toPrettyString()) + "</pre>"));
    }

    private void field(JsonNode schema, Map.Entry<String, JsonNode> field) {
        boolean required = schema.path("required").valueStream().anyMatch(name -> name.asText()
                .equals(field.getKey()));
        String own = field.getValue().path("description").asText();
        String description = own.isEmpty()
                ? contract.resolved(field.getValue()).path("description").asText()
                : own;
        row(
                "<code>" + Html.text(field.getKey()) + "</code>" + required(required),
                type(field.getValue()),
                Html.inline(description));
    }

    private String type(JsonNode schema) {
        String reference = schema.path("$ref").asText();
        if (!reference.isEmpty()) {
            String name = reference.substring(reference.lastIndexOf('/') + 1);
            return "<a href=\"#" + name + "\">" + name + "</a>";
        }
        return Stream.of("oneOf", "anyOf")
                .filter(schema::has)
                .map(choice -> schema.path(choice).valueStream().map(this::type).collect(Collectors.joining(" or ")))
                .findFirst()
                .orElseGet(() -> simple(schema));
    }

    private String simple(JsonNode schema) {
        JsonNode declared = schema.path("type");
        String type = declared.isArray()
                ? declared.valueStream().map(JsonNode::asText).collect(Collectors.joining(" or "))
                : declared.asText();
        if (type.startsWith("array") || schema.has("items")) {
            type = (type.isEmpty() ? "array" : type) + " of " + type(schema.path("items"));
        }
        return type + bounds(schema);
    }

    private static String bounds(JsonNode schema) {
        return Stream.of(
                                "format",
                                "pattern",
                                "const",
                                "minimum",
                                "maximum",
                                "minLength",
                                "maxLength",
                                "minItems",
                                "maxItems",
                                "default")
                        .filter(schema::has)
                        .map(name -> " <code>" + name + ": "
                                + Html.text(schema.path(name).asText()) + "</code>")
                        .collect(Collectors.joining())
                + schema.path("enum")
                        .valueStream()
                        .map(value -> " <code>" + Html.text(value.asText()) + "</code>")
                        .collect(Collectors.joining());
    }

    private static String required(boolean required) {
        return required ? " <span class=\"required\">required</span>" : "";
    }

    private static String id(JsonNode described) {
        return described.path("operationId").asText();
    }

    private static String summary(JsonNode described) {
        return described.path("summary").asText();
    }

    private void row(String... cells) {
        line(Arrays.stream(cells)
                .map(cell -> "<td>" + cell + "</td>")
                .collect(Collectors.joining("", "<tr>", "</tr>")));
    }

    private void line(String text) {
        page.append(text).append('\n');
    }
}
