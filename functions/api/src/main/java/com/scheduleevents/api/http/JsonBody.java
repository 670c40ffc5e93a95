package com.scheduleevents.api.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A request's body, read as one JSON object and nothing else (RFC 8259). What it holds is never quoted. */
final class JsonBody {

    /** In bytes of UTF-8. */
    static final int MAX_BYTES = 256 * 1024;

    /** Far deeper than any body of this API. */
    private static final int MAX_DEPTH = 16;

    private static final Pattern MEDIA_TYPE = Pattern.compile(
            "\\s*application/json\\s*(;\\s*charset\\s*=\\s*\"?utf-8\"?\\s*)?", Pattern.CASE_INSENSITIVE);

    private static final ObjectReader READER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .build()
            .reader();

    private final @Nullable String body;
    private final boolean base64;
    private final Optional<String> mediaType;

    JsonBody(@Nullable String body, boolean base64, Optional<String> mediaType) {
        this.body = body;
        this.base64 = base64;
        this.mediaType = mediaType;
    }

    boolean isEmpty() {
        return body == null || body.isBlank();
    }

    ObjectNode read() {
        if (body == null || body.isBlank()) {
            throw invalid("The body is empty. Send one JSON object.");
        }
        if (mediaType.filter(type -> MEDIA_TYPE.matcher(type).matches()).isEmpty()) {
            throw new ApiException(
                    ErrorCode.UNSUPPORTED_MEDIA_TYPE,
                    "Content-Type",
                    "Send the body as JSON in UTF-8, with the header Content-Type: application/json.");
        }
        return parse(text(body));
    }

    private String text(String sent) {
        if (!base64) {
            requireSize(sent.getBytes(StandardCharsets.UTF_8).length);
            return sent;
        }
        byte[] bytes = Base64.getDecoder().decode(sent);
        requireSize(bytes.length);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw invalid("The body is no UTF-8. Send JSON in UTF-8.");
        }
    }

    private static void requireSize(int bytes) {
        if (bytes > MAX_BYTES) {
            throw new ApiException(
                    ErrorCode.BODY_TOO_LARGE,
                    null,
                    "The body has " + bytes + " bytes. Send at most " + MAX_BYTES + " (256 KB).");
        }
    }

    private static ObjectNode parse(String text) {
        try (JsonParser parser = READER.createParser(text)) {
            JsonNode value = READER.readTree(parser);
            if (parser.nextToken() != null) {
                throw invalid("Something follows the JSON object" + at(parser.currentTokenLocation())
                        + ". Send one object and nothing after it.");
            }
            if (value instanceof ObjectNode object) {
                return object;
            }
            throw invalid("The body is JSON but no object. Send one JSON object: {…}.");
        } catch (StreamConstraintsException e) {
            throw invalid("The body nests too deep, or holds a number or name that is too long" + at(e.getLocation())
                    + ". No field of this API needs that.");
        } catch (MismatchedInputException e) {
            throw invalid("A field stands twice in one object" + at(e.getLocation()) + ". Send each field once.");
        } catch (JsonProcessingException e) {
            throw invalid("The body is not valid JSON" + at(e.getLocation()) + ". Mend it there and send it again.");
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory can be read", e);
        }
    }

    private static String at(@Nullable JsonLocation place) {
        return place == null ? "" : ", at line " + place.getLineNr() + ", column " + place.getColumnNr();
    }

    private static ApiException invalid(String message) {
        return new ApiException(ErrorCode.INVALID_BODY, null, message);
    }
}
