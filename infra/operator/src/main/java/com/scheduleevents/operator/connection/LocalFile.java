package com.scheduleevents.operator.connection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.terminal.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;

/** Reads the file in which a running local cloud describes its endpoints and resources. */
final class LocalFile {

    private static final ObjectMapper JSON = new ObjectMapper();

    private LocalFile() {}

    static Deployment open(Path file) {
        if (!Files.isReadable(file)) {
            throw new CommandFailure("There is no " + file
                    + ": start the local cloud with ./mvnw -q -Plocal, and run this command in the same folder.");
        }
        JsonNode json = read(file);
        Map<String, String> resources = new HashMap<>();
        json.path("resources")
                .propertyStream()
                .forEach(entry -> resources.put(entry.getKey(), entry.getValue().asText()));
        Environment environment = new Environment(Map.of(
                "AWS_REGION", "us-east-1",
                "AWS_ACCESS_KEY_ID", "local",
                "AWS_SECRET_ACCESS_KEY", "local",
                "AWS_ENDPOINT_URL_DYNAMODB", text(file, json, "dynamodb_url"),
                "AWS_ENDPOINT_URL_SQS", text(file, json, "sqs_url")));
        return new Deployment(environment, resources, retention(file, json), text(file, json, "api_url"));
    }

    private static JsonNode read(Path file) {
        try {
            return JSON.readTree(file.toFile());
        } catch (IOException e) {
            throw foreign(file, e);
        }
    }

    private static Duration retention(Path file, JsonNode json) {
        try {
            return Duration.parse(text(file, json, "retention"));
        } catch (DateTimeParseException e) {
            throw foreign(file, e);
        }
    }

    private static String text(Path file, JsonNode json, String name) {
        JsonNode value = json.path(name);
        if (!value.isTextual()) {
            throw foreign(file, new IllegalArgumentException(name + " is missing"));
        }
        return value.textValue();
    }

    private static CommandFailure foreign(Path file, Exception why) {
        return new CommandFailure(
                file + " was not written by a local cloud of this version: restart the local cloud.", why);
    }
}
