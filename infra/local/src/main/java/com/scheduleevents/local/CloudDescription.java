package com.scheduleevents.local;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The endpoints, keys and resources of a running local cloud, for people and programs.
 *
 * @param api base URL of the API, without the stage
 * @param apiKey of the account that owns cln_harbour, cln_oldtown and cln_station
 * @param otherApiKey of the account that owns cln_elsewhere
 * @param receiver the demo receiver
 * @param mailbox the mailbox
 * @param caCertificate PEM file of the authority that issued the receiver's certificate
 * @param dynamoDb DynamoDB Local
 * @param sqs ElasticMQ
 * @param changesQueue URL of the queue for schedule changes of first-party producers
 * @param resources names of the tables and URLs of the queues, by logical id
 * @param retention how long events are readable, as an ISO 8601 duration
 */
public record CloudDescription(
        URI api,
        String apiKey,
        String otherApiKey,
        URI receiver,
        URI mailbox,
        Path caCertificate,
        URI dynamoDb,
        URI sqs,
        URI changesQueue,
        Map<String, String> resources,
        String retention) {

    /** Copies the resources, ordered by name. */
    public CloudDescription {
        resources = Collections.unmodifiableMap(new TreeMap<>(resources));
    }

    /** Writes it as JSON, atomically. */
    public void writeTo(Path file) throws IOException {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("api_url", api.toString())
                .put("api_key", apiKey)
                .put("other_api_key", otherApiKey)
                .put("receiver_url", receiver.toString())
                .put("mailbox_url", mailbox.toString())
                .put("ca_certificate", caCertificate.toString())
                .put("dynamodb_url", dynamoDb.toString())
                .put("sqs_url", sqs.toString())
                .put("changes_queue_url", changesQueue.toString())
                .put("retention", retention)
                .put("pid", ProcessHandle.current().pid());
        resources.forEach(json.putObject("resources")::put);
        Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.writeString(next, json.toPrettyString() + "\n");
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** The text that is printed once everything runs. */
    String banner() {
        return """

                Schedule Events and Webhooks runs on this machine. Ctrl-C stops it.

                  API        %1$s/v1
                  API key    %2$s
                  Console    %1$s/v1/console#token=%2$s
                  Receiver   %3$s   (what it got, and GET /help for its orders)
                  Mailbox    %4$s   (e-mails to owners)

                Record an event:

                  curl -s %1$s/v1/events -H 'Authorization: Bearer %2$s' -H 'Content-Type: application/json' \\
                    -d '{"type":"appointment.cancelled","clinic_id":"cln_oldtown","appointment_id":"apt_1","provider_id":"prv_1","starts_at":"2030-01-15T09:00:00Z","duration_minutes":30,"recoverable":true,"cancelled_by":"patient"}'

                Read the feed:

                  curl -s %1$s/v1/events -H 'Authorization: Bearer %2$s'

                Register a webhook:

                  curl -s %1$s/v1/webhooks -H 'Authorization: Bearer %2$s' -H 'Content-Type: application/json' \\
                    -d '{"url":"%3$s/hooks/demo","types":["*"]}'
                """.formatted(api, apiKey, receiver, mailbox);
    }
}
