package com.scheduleevents.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.deployment.PythonTools;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** SAM's own translator and cfn-lint. */
final class SamTranslator {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path ROOT = DeclaredTemplate.FILE.resolveSibling("");
    private static final Path PROGRAM = ROOT.resolve("infra/deployment");
    private static final Path FUNCTIONS = Path.of("src/test/resources/com/scheduleevents/template/functions.py");

    /** SAM has used a parameter or a mapping up itself, or conditions are decided, so nothing refers to them any more. */
    private static final List<String> UNUSED = List.of("W2001", "W7001");

    /**
     * What only a decided condition excludes. W1001: a deployment group has no condition, because SAM has decided about it, and its role has
     * one. W1030: with Tracing=Active, a function refers to that parameter, whose other value it would not take. W1033: VpcConfig splits the
     * empty default of SenderSecurityGroups.
     */
    private static final List<String> UNDECIDED = List.of("W1001", "W1030", "W1033");

    private SamTranslator() {}

    /**
     * One deployment of a template.
     *
     * @param template the path of its file
     * @param parameters the parameters that differ from their defaults
     * @param keys the keys of jars in S3, by CodeUri; a jar without one is its own key
     * @param plain whether the template is deployed as it is in the repository, without the hash that ./deploy writes
     */
    record Case(String template, Map<String, String> parameters, Map<String, String> keys, boolean plain) {

        /** What ./deploy would deploy. */
        static Case of(Map<String, String> parameters) {
            return new Case(DeclaredTemplate.FILE.toString(), parameters, Map.of(), false);
        }
    }

    /** The functions of each case's expansion by logical id, each with its properties and the logical id of its version. */
    static List<JsonNode> functions(List<Case> cases) throws IOException, InterruptedException {
        return JSON.readTree(run(
                        JSON.writeValueAsBytes(cases),
                        PythonTools.python().toString(),
                        FUNCTIONS.toString(),
                        PROGRAM.toString()))
                .valueStream()
                .toList();
    }

    /** The template as CloudFormation gets it from SAM, which {@code ./deploy --expand} writes. */
    static Expansion expand(Path directory, Map<String, String> parameters) throws IOException, InterruptedException {
        return expand(directory, DeclaredTemplate.FILE, parameters);
    }

    /** The same for another template. */
    static Expansion expand(Path directory, Path template, Map<String, String> parameters)
            throws IOException, InterruptedException {
        Path file = directory.resolve("expanded.json");
        List<String> command = new ArrayList<>(List.of(PythonTools.python().toString(), PROGRAM.toString()));
        command.addAll(List.of("--template", template.toString(), "--expand", file.toString()));
        parameters.forEach((name, value) -> command.add(name + "=" + value));
        run(new byte[0], command.toArray(String[]::new));
        return new Expansion(JSON.readTree(file.toFile()), parameters);
    }

    /**
     * What cfn-lint finds in templates, an error or a warning each, as SAM has expanded them.
     *
     * @param directory for their files
     * @param expansions the templates, by name
     */
    static List<String> lint(Path directory, Map<String, Expansion> expansions)
            throws IOException, InterruptedException {
        return lint(directory, expansions, Expansion::withoutLintConfiguration, UNDECIDED);
    }

    /** The same of templates in which every condition is decided. */
    static List<String> lintDecided(Path directory, Map<String, Expansion> expansions)
            throws IOException, InterruptedException {
        return lint(directory, expansions, Expansion::decided, List.of());
    }

    private static List<String> lint(
            Path directory,
            Map<String, Expansion> expansions,
            Function<Expansion, JsonNode> form,
            List<String> expected)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(PythonTools.cfnLint().toString(), "--format", "json", "--ignore-checks"));
        command.addAll(UNUSED);
        command.addAll(expected);
        command.add("--template");
        for (Map.Entry<String, Expansion> expansion : expansions.entrySet()) {
            Path file = directory.resolve(expansion.getKey() + ".json");
            JSON.writeValue(file.toFile(), form.apply(expansion.getValue()));
            command.add(file.toString());
        }
        JsonNode findings = JSON.readTree(
                output(new byte[0], command.toArray(String[]::new)).text());
        assertThat(findings.isArray()).as("cfn-lint has looked: %s", findings).isTrue();
        return findings.valueStream()
                .map(match ->
                        directory.relativize(Path.of(match.path("Filename").asText())) + ": "
                                + match.at("/Rule/Id").asText() + " "
                                + match.path("Message").asText())
                .toList();
    }

    private static String run(byte[] input, String... command) throws IOException, InterruptedException {
        Output output = output(input, command);
        assertThat(output.status()).as(String.join(" ", command)).isZero();
        return output.text();
    }

    private static Output output(byte[] input, String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().keySet().removeIf(name -> name.startsWith("AWS_"));
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        Process process = builder.start();
        try (OutputStream stdin = process.getOutputStream()) {
            stdin.write(input);
        }
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Output(process.waitFor(), text);
    }

    private record Output(int status, String text) {}
}
