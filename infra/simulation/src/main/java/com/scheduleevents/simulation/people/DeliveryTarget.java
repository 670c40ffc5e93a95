package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;

/**
 * Where an owner has the deliveries of a webhook sent.
 *
 * @param url that of an endpoint, or of a queue in the owner's AWS account
 * @param role that lets the service send to the queue; empty for an endpoint
 */
record DeliveryTarget(String url, String role) {

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

    /** A queue by a role of that name. */
    static DeliveryTarget ofQueue(String url, String role) {
        return new DeliveryTarget(url, role(CUSTOMERS, role));
    }

    /** A queue of the service itself, or a role of it for a customer's queue. */
    static DeliveryTarget ofTheService(boolean queue) {
        return queue
                ? new DeliveryTarget(queue(SERVICE, "retries"), role(CUSTOMERS, "thief"))
                : new DeliveryTarget(queue(CUSTOMERS, "thief"), role(SERVICE, "sender"));
    }

    private static String queue(String account, String name) {
        return "https://sqs.eu-central-1.amazonaws.com/" + account + "/" + name;
    }

    private static String role(String account, String name) {
        return "arn:aws:iam::" + account + ":role/" + name;
    }

    boolean isQueue() {
        return !role.isEmpty();
    }

    /** What the receiver there is known by: all queues of a region have one host. */
    String place() {
        return isQueue() ? url : URI.create(url).getHost();
    }

    void addTo(ObjectNode body) {
        if (isQueue()) {
            body.putObject("destination")
                    .put("type", "sqs")
                    .put("queue_url", url)
                    .put("role_arn", role);
        } else {
            body.put("url", url);
        }
    }

    /** Whether a webhook that the API shows has its deliveries sent there. */
    boolean isOf(JsonNode webhook) {
        return webhook.at(isQueue() ? "/destination/queue_url" : "/url")
                .asText()
                .equals(url);
    }
}
