package com.scheduleevents.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The body of a request, which must be one JSON object (RFC 8259). Error messages never quote it. */
final class JsonBody {

    private static final Pattern MEDIA_TYPE = Pattern.compile(
            "\\s*application/json\\s*(;\\s*charset\\s*=\\s*\"?utf-8\"?\\s*)?", Pattern.CASE_INSENSITIVE);

    private final @Nullable String body;
    private final boolean base64;
    private final Optional<String> mediaType;

    JsonBody(@Nullable String body, boolean base64, Optional<String> mediaType) {
        this.body = body;
        this.base64 = base64;
        this.mediaType = mediaType;
    }

    boolean isEmpty() {
        return body == null || body.isEmpty();
    }

    /** @param maxKilobytes the limit of its size in UTF-8 */
    ObjectNode read(int maxKilobytes) {
        if (body == null || body.isBlank()) {
            throw invalid("The body is empty. Send one JSON object.");
        }
        if (mediaType.filter(type -> MEDIA_TYPE.matcher(type).matches()).isEmpty()) {
            throw new ApiException(
                    ErrorCode.UNSUPPORTED_MEDIA_TYPE,
                    "Content-Type",
                    "Send the body as JSON in UTF-8, with the header Content-Type: application/json.");
        }
        return StrictJson.object(text(body, maxKilobytes));
    }

    private String text(String sent, int maxKilobytes) {
        if (!base64) {
            requireSize(sent.getBytes(StandardCharsets.UTF_8).length, maxKilobytes);
            return sent;
        }
        byte[] bytes = Base64.getDecoder().decode(sent);
        requireSize(bytes.length, maxKilobytes);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw invalid("The body is not UTF-8. Send JSON in UTF-8.");
        }
    }

    private static void requireSize(int bytes, int maxKilobytes) {
        if (bytes > maxKilobytes * 1024) {
            throw new ApiException(
                    ErrorCode.BODY_TOO_LARGE,
                    null,
                    "The body has " + bytes + " bytes. Send at most " + maxKilobytes * 1024 + " bytes (" + maxKilobytes
                            + " KB).");
        }
    }

    private static ApiException invalid(String message) {
        return new ApiException(ErrorCode.INVALID_BODY, null, message);
    }
}
