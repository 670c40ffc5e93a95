package com.scheduleevents.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The body of a request, which must be one JSON object (RFC 8259). Error messages never quote it. */
final class JsonBody {

    private final @Nullable String body;
    private final boolean base64;
    private final List<JsonMediaType> accepted;
    private final Optional<String> mediaType;
    private final Optional<String> coding;

    /** @param accepted the media types that the request may have */
    JsonBody(
            @Nullable String body,
            boolean base64,
            List<JsonMediaType> accepted,
            Optional<String> mediaType,
            Optional<String> coding) {
        this.body = body;
        this.base64 = base64;
        this.accepted = accepted;
        this.mediaType = mediaType;
        this.coding = coding;
    }

    boolean isEmpty() {
        return body == null || body.isEmpty();
    }

    /** @param maxKilobytes the limit of its size in UTF-8, without a content coding */
    ObjectNode read(int maxKilobytes) {
        if (body == null || body.isBlank()) {
            throw invalid("The body is empty. Send one JSON object.");
        }
        if (mediaType
                .filter(sent -> accepted.stream().anyMatch(type -> type.isNamed(sent)))
                .isEmpty()) {
            throw new ApiException(
                    ErrorCode.UNSUPPORTED_MEDIA_TYPE,
                    "Content-Type",
                    "Send the body as JSON in UTF-8, with the header Content-Type: " + JsonMediaType.listed(accepted)
                            + ".");
        }
        ContentCoding coded = ContentCoding.of(coding.orElse(""));
        return StrictJson.object(text(body, coded, maxKilobytes));
    }

    /** @param maxKilobytes the limit of its size in UTF-8, without a content coding */
    String text(int maxKilobytes) {
        return body == null ? "" : text(body, ContentCoding.of(coding.orElse("")), maxKilobytes);
    }

    private String text(String sent, ContentCoding coded, int maxKilobytes) {
        if (!base64) {
            requireSize(sent.getBytes(StandardCharsets.UTF_8).length, maxKilobytes);
            return sent;
        }
        byte[] bytes = coded.inflated(Base64.getDecoder().decode(sent), maxKilobytes * 1024 + 1);
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
                    "The body has more than " + maxKilobytes * 1024 + " bytes (" + maxKilobytes
                            + " KB), counted without a content coding. Send less at once.");
        }
    }

    private static ApiException invalid(String message) {
        return new ApiException(ErrorCode.INVALID_BODY, null, message);
    }
}
