package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A command of an e-mail or of the console, as the reader pastes it into a shell.
 *
 * @param command with its line breaks
 */
record PastedCommand(String command) {

    private static final Pattern COMMAND = Pattern.compile("(?m)^ {3}curl .*(?:\n {3}.*)*");

    /** The commands in the text of an e-mail, in order. */
    static List<PastedCommand> from(String text) {
        return COMMAND.matcher(text)
                .results()
                .map(found -> new PastedCommand(found.group()))
                .toList();
    }

    /**
     * Runs it.
     *
     * @param variables values that the e-mail asks for, besides the API key
     * @return the response; a status other than 2xx fails
     */
    JsonNode run(Target target, Map<String, String> variables) {
        ProcessBuilder shell = shell("curl() { command curl --fail-with-body \"$@\"; }\n" + target.reachable(command));
        shell.environment().put("API_KEY", target.key());
        shell.environment().putAll(variables);
        return HttpsClient.parsed(output(shell, command));
    }

    /** The words into which a shell takes a command apart. */
    static List<String> words(String command) {
        String name = command.substring(0, command.indexOf(' '));
        return List.of(output(shell(name + "() { printf '%s\\n' " + name + " \"$@\"; }\n" + command), command)
                .split("\n"));
    }

    private static ProcessBuilder shell(String script) {
        return new ProcessBuilder("bash", "-c", script);
    }

    private static String output(ProcessBuilder shell, String command) {
        try {
            Process process = shell.start();
            String response = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(command + "\n" + response).isZero();
            return response;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(command, e);
        }
    }
}
