package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.stream.Stream;

/**
 * Where an owner has the deliveries of a webhook sent.
 *
 * @param url that of an endpoint, or of a queue in the owner's AWS account; the ARN of an event bus there
 * @param role that lets the service send to the queue or bus; empty for an endpoint
 */
record DeliveryTarget(String url, String role) {

    private static final String BUSES = "arn:aws:events:";

    /** The AWS account of customers. */
    private static final String CUSTOMERS = "123456789012";

    /** The AWS account of the service, as the template is read. */
    private static final String SERVICE = "000000000000";

    /** The endpoint of a host. */
    static DeliveryTarget endpoint(String host) {
        return new DeliveryTarget("https://" + host + "/events", "");
    }

    /** A queue of that name, and a role of its own. */
    static DeliveryTarget queue(String name) {
        return new DeliveryTarget(queue(CUSTOMERS, name), role(CUSTOMERS, name));
    }

    /** An event bus of that name, and a role of its own. */
    static DeliveryTarget bus(String name) {
        return new DeliveryTarget(bus(CUSTOMERS, name), role(CUSTOMERS, name));
    }

    /** A queue or bus by a role of that name. */
    static DeliveryTarget at(String address, String role) {
        return new DeliveryTarget(address, role(CUSTOMERS, role));
    }

    /** A queue or bus of the service itself, or a role of it for a customer's. */
    static DeliveryTarget ofTheService(boolean role, boolean bus) {
        String account = role ? CUSTOMERS : SERVICE;
        return new DeliveryTarget(
                bus ? bus(account, "thief") : queue(account, "thief"), role(role ? SERVICE : CUSTOMERS, "thief"));
    }

    private static String bus(String account, String name) {
        return BUSES + "eu-central-1:" + account + ":event-bus/" + name;
    }

    private static String queue(String account, String name) {
        return "https://sqs.eu-central-1.amazonaws.com/" + account + "/" + name;
    }

    private static String role(String account, String name) {
        return "arn:aws:iam::" + account + ":role/" + name;
    }

    /** Whether it is in the owner's AWS account. */
    boolean isInAws() {
        return !role.isEmpty();
    }

    private boolean isBus() {
        return url.startsWith(BUSES);
    }

    /** What the receiver there is known by: all queues of a region have one host. */
    String place() {
        return isInAws() ? url : URI.create(url).getHost();
    }

    void addTo(ObjectNode body) {
        if (isInAws()) {
            body.putObject("destination")
                    .put("type", isBus() ? "eventbridge" : "sqs")
                    .put(isBus() ? "event_bus_arn" : "queue_url", url)
                    .put("role_arn", role);
        } else {
            body.put("url", url);
        }
    }

    /** Whether a webhook that the API shows has its deliveries sent there. */
    boolean isOf(JsonNode webhook) {
        return Stream.of("/url", "/destination/queue_url", "/destination/event_bus_arn")
                .anyMatch(field -> webhook.at(field).asText().equals(url));
    }
}
