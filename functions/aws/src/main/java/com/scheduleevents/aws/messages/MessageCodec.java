package com.scheduleevents.aws.messages;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
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
    static final JsonMapper JSON = MessageBinding.mapper();

    private final String kind;
    private final Class<T> type;
    private final String head;

    private MessageCodec(String kind, Class<T> type) {
        this.kind = kind;
        this.type = type;
        this.head = "{\"v\":" + VERSION + ",\"kind\":\"" + kind + "\",";
    }

    /** Writes a message. */
    public String write(T message) {
        try {
            // Every kind has fields of its own, which follow these two in the same object.
            return head + JSON.writeValueAsString(message).substring(1);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a message cannot be written as JSON", e);
        }
    }

    /** Whether the text is a message of this kind, whatever its version and its other fields. */
    public boolean accepts(ParsedMessage text) {
        return kind.equals(text.json().path("kind").textValue());
    }

    /** Parses a message, and reads it as {@link #read(ParsedMessage)} does. */
    public T read(String text) {
        return read(ParsedMessage.of(text));
    }

    /**
     * Reads a message.
     *
     * @throws MalformedMessage when the text is not a message of this kind and version
     */
    public T read(ParsedMessage text) {
        if (!accepts(text) || text.json().path("v").asInt() != VERSION) {
            throw new MalformedMessage("not a " + kind + " message of version " + VERSION);
        }
        try {
            return JSON.treeToValue(text.json(), type);
        } catch (JsonProcessingException e) {
            // Without a cause, because Jackson's messages quote what they were given.
            throw new MalformedMessage("not a " + kind + " message: " + field(e) + " is missing or invalid");
        }
    }

    /** The field of the message that holds the error. What is nested in it may be named by the message itself. */
    private static String field(JsonProcessingException e) {
        return e instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()
                ? mapping.getPath().getFirst().getFieldName()
                : "a field";
    }
}
