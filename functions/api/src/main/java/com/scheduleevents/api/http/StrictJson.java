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
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.text.UnicodeText;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Parses text that must be one JSON object (RFC 8259), without duplicate fields and decoded without a loss. Error
 * messages never quote the text.
 */
public final class StrictJson {

    /** Far deeper than any body of this API needs. */
    private static final int MAX_DEPTH = 16;

    private static final ObjectReader READER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            // Keep numbers exact: 1e400 must not become infinity, nor 1e-400 zero.
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .nodeFactory(new BoundedNumbers())
            .build()
            .reader();

    private StrictJson() {}

    /**
     * Parses an object.
     *
     * @throws ApiException 400 with line and column
     */
    public static ObjectNode object(String text) {
        requireUtf8(text);
        try (JsonParser parser = READER.createParser(text)) {
            JsonNode value = tree(parser);
            if (parser.nextToken() != null) {
                throw invalid("There is more text after the JSON object" + at(parser.currentTokenLocation())
                        + ". Send one object only.");
            }
            if (value instanceof ObjectNode object) {
                return object;
            }
            throw invalid("The body is not a JSON object. Send one object: {…}.");
        } catch (StreamConstraintsException e) {
            throw beyondBounds(e.getLocation());
        } catch (MismatchedInputException e) {
            throw invalid("A field is repeated in an object" + at(e.getLocation()) + ". Send each field once.");
        } catch (JsonProcessingException e) {
            throw invalid("The body is not valid JSON" + at(e.getLocation()) + ". Fix it and send it again.");
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory failed", e);
        }
    }

    /** Whoever decoded the text put U+FFFD where its bytes were not UTF-8. */
    private static void requireUtf8(String text) {
        int place = text.indexOf(UnicodeText.REPLACEMENT);
        if (place >= 0) {
            String before = text.substring(0, place);
            long line = before.chars().filter(c -> c == '\n').count() + 1;
            int column = place - before.lastIndexOf('\n');
            throw invalid("The body is not UTF-8, at line " + line + ", column " + column
                    + ": it has bytes that are no characters, or U+FFFD in their place. Send JSON in UTF-8.");
        }
    }

    private static JsonNode tree(JsonParser parser) throws IOException {
        try {
            return READER.readTree(parser);
        } catch (NumberFormatException e) {
            throw beyondBounds(parser.currentTokenLocation());
        }
    }

    private static ApiException beyondBounds(@Nullable JsonLocation place) {
        return invalid("The body is nested too deeply, or has a number or name that is too long" + at(place)
                + ". Send an object that matches the API reference.");
    }

    private static String at(@Nullable JsonLocation place) {
        return place == null ? "" : ", at line " + place.getLineNr() + ", column " + place.getColumnNr();
    }

    private static ApiException invalid(String message) {
        return new ApiException(ErrorCode.INVALID_BODY, null, message);
    }
}
