package com.scheduleevents.cloud.sqs;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** Checks the limits of messages (Amazon SQS Developer Guide, "Amazon SQS message quotas"). */
final class MessageLimits {

    private static final Pattern GROUP = Pattern.compile("[\\x21-\\x7e&&[A-Za-z0-9\\p{Punct}]]{1,128}");
    private static final int MOST_ATTRIBUTES = 10;
    private static final int LONGEST_DELAY = 900;

    private MessageLimits() {}

    /** Refuses what is no message. */
    static void require(
            @Nullable String body,
            Map<String, MessageAttributeValue> attributes,
            @Nullable String group,
            @Nullable Integer delay,
            QueueSettings settings) {
        if (body == null || body.isEmpty()) {
            throw SqsErrors.invalid("MissingParameter", "The request must contain the parameter MessageBody.");
        }
        if (!isAllowed(body)) {
            throw SqsErrors.invalid("InvalidMessageContents", "Invalid characters found.");
        }
        if (attributes.size() > MOST_ATTRIBUTES) {
            throw SqsErrors.invalidParameter("Number of message attributes exceeds the allowed maximum.");
        }
        if (size(body, attributes) > settings.largest()) {
            throw SqsErrors.invalidParameter("One or more parameters are invalid. Reason: Message must be shorter than "
                    + settings.largest() + " bytes.");
        }
        if (group != null && !GROUP.matcher(group).matches()) {
            throw SqsErrors.invalidParameter("Value for parameter MessageGroupId is invalid.");
        }
        if (delay != null && (delay < 0 || delay > LONGEST_DELAY)) {
            throw SqsErrors.invalidParameter(
                    "Value for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= 900.");
        }
    }

    /** How large a message is, its attributes included. */
    static int size(String body, Map<String, MessageAttributeValue> attributes) {
        int size = bytes(body);
        for (Map.Entry<String, MessageAttributeValue> attribute : attributes.entrySet()) {
            MessageAttributeValue value = attribute.getValue();
            size += bytes(attribute.getKey())
                    + bytes(value.dataType())
                    + bytes(Optional.ofNullable(value.stringValue()).orElse(""))
                    + Optional.ofNullable(value.binaryValue())
                            .map(binary -> binary.asByteArrayUnsafe().length)
                            .orElse(0);
        }
        return size;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static boolean isAllowed(String body) {
        int character;
        for (int i = 0; i < body.length(); i += Character.charCount(character)) {
            character = body.codePointAt(i);
            boolean allowed = character == 0x9
                    || character == 0xA
                    || character == 0xD
                    || (character >= 0x20 && character <= 0xD7FF)
                    || (character >= 0xE000 && character <= 0xFFFD)
                    || character >= 0x10000;
            if (!allowed) {
                return false;
            }
        }
        return true;
    }
}
