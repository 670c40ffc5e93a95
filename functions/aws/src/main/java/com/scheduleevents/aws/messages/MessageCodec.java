package com.scheduleevents.aws.messages;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.replay.ReplayMessage;
import com.scheduleevents.domain.usage.UsageMessage;

/**
 * Writes and reads one kind of queue message as JSON: a version {@code v}, a {@code kind}, and the components of the domain's
 * record in snake case. The version lets two releases of the service share a queue; the golden files of the tests hold what
 * each version looks like.
 */
public final class MessageCodec<T> {

    /** The delivery queues: one attempt of a delivery. */
    public static final MessageCodec<DeliveryMessage> DELIVERY = new MessageCodec<>("delivery", DeliveryMessage.class);

    /** The retry queue, which probes share with deliveries. */
    public static final MessageCodec<Probe> PROBE = new MessageCodec<>("probe", Probe.class);

    /** The replay queue: one step of a replay. */
    public static final MessageCodec<ReplayMessage> REPLAY = new MessageCodec<>("replay", ReplayMessage.class);

    /**
     * The usage queue: the count of one day. A count in progress carries some 60 bytes per clinic, so 15,000 clinics fit into the
     * 1 MB that SQS allows.
     */
    public static final MessageCodec<UsageMessage> USAGE = new MessageCodec<>("usage", UsageMessage.class);

    /** The mail queue: one e-mail to an owner. */
    public static final MessageCodec<Notice> NOTICE = new MessageCodec<>("notice", Notice.class);

    private static final int VERSION = 1;
    private static final JsonMapper JSON = MessageBinding.mapper();

    private final String kind;
    private final Class<T> type;

    private MessageCodec(String kind, Class<T> type) {
        this.kind = kind;
        this.type = type;
    }

    /** Writes a message. */
    public String write(T message) {
        ObjectNode json = JSON.createObjectNode().put("v", VERSION).put("kind", kind);
        return json.setAll(JSON.<ObjectNode>valueToTree(message)).toString();
    }

    /** Whether the text is a message of this kind, whatever its version and its other fields. */
    public boolean accepts(String text) {
        try {
            return isOfKind(JSON.readTree(text));
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    /**
     * Reads a message.
     *
     * @throws MalformedMessage when the text is not a message of this kind and version
     */
    public T read(String text) {
        try {
            JsonNode json = JSON.readTree(text);
            if (!isOfKind(json) || json.path("v").asInt() != VERSION) {
                throw new MalformedMessage("not a " + kind + " message of version " + VERSION);
            }
            return JSON.treeToValue(json, type);
        } catch (JsonMappingException e) {
            throw malformed(field(e) + " is missing or invalid");
        } catch (JsonProcessingException e) {
            throw malformed("invalid JSON in line " + e.getLocation().getLineNr() + ", column "
                    + e.getLocation().getColumnNr());
        }
    }

    private boolean isOfKind(JsonNode json) {
        return kind.equals(json.path("kind").textValue());
    }

    /** The field of the message that holds the error. What is nested in it may be named by the message itself. */
    private static String field(JsonMappingException e) {
        return e.getPath().isEmpty() ? "a field" : e.getPath().getFirst().getFieldName();
    }

    /** Without a cause, because Jackson's messages quote what they were given. */
    private MalformedMessage malformed(String reason) {
        return new MalformedMessage("not a " + kind + " message: " + reason);
    }
}
