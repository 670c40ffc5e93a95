package com.scheduleevents.domain.receiver;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The start of a response. It may contain anything, so it is never logged.
 *
 * @param contentType the media type that the receiver named, if it named one; at most {@link #MAX_CONTENT_TYPE} characters
 * @param body the start of the body as text, from a limited number of bytes before redaction; of one with a
 *     content coding only that
 * @param truncated whether the body is longer, or the rest of it did not arrive in time
 */
public record CapturedResponse(Optional<String> contentType, String body, boolean truncated) {

    /** How many bytes of a body are kept for the owner of the webhook. */
    public static final int MAX_BYTES = 1_024;

    /** How many characters of the content type are kept. */
    public static final int MAX_CONTENT_TYPE = 256;

    /** What replaces a secret that the receiver returned. */
    public static final String REDACTED = "[redacted]";

    /** A shorter value is no secret, and would be replaced all over an ordinary text. */
    private static final int SHORTEST_SECRET = 4;

    private static final String IDENTITY = "identity";
    private static final String NOT_SHOWN = ", not shown";

    /** How many characters of a content coding are kept. */
    private static final int MAX_CODING = 40;

    private static final String TRUNCATED = "truncated";
    private static final String WHOLE = "whole";

    /**
     * Reads a response. What its character set does not have becomes the replacement character, and a character that
     * is cut off at the end is left out. A body with a content coding, which the request did not allow, is not
     * decoded, because a kilobyte could become many; its coding is named instead of it.
     *
     * @param coding the header Content-Encoding without blanks at its ends; empty without one
     * @param start the start of the body
     * @param charset the character set that the receiver named, or UTF-8
     */
    public static CapturedResponse of(
            @Nullable String contentType, String coding, byte[] start, Charset charset, boolean truncated) {
        boolean coded = start.length > 0 && !coding.isBlank() && !coding.equalsIgnoreCase(IDENTITY);
        return new CapturedResponse(
                Optional.ofNullable(contentType).map(type -> oneLine(type, MAX_CONTENT_TYPE)),
                coded ? oneLine(coding, MAX_CODING) + NOT_SHOWN : decoded(start, charset, truncated),
                truncated && !coded);
    }

    private static String decoded(byte[] start, Charset charset, boolean truncated) {
        CharsetDecoder decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        CharBuffer text = CharBuffer.allocate((int) Math.ceil(start.length * (double) decoder.maxCharsPerByte()));
        decoder.decode(ByteBuffer.wrap(start), text, !truncated);
        return text.flip().toString();
    }

    /** The inverse of {@link #text}. */
    public static CapturedResponse parse(String text) {
        String[] parts = text.split("\n", 3);
        return new CapturedResponse(
                Optional.of(parts[1]).filter(type -> !type.isEmpty()), parts[2], parts[0].equals(TRUNCATED));
    }

    /** The response as one text, to be encrypted. */
    public String text() {
        return String.join("\n", truncated ? TRUNCATED : WHOLE, contentType.orElse(""), body);
    }

    /** The part of a response that is kept for the owner of the webhook. */
    public CapturedResponse start() {
        return body.length() <= MAX_BYTES
                ? this
                : new CapturedResponse(contentType, body.substring(0, MAX_BYTES), true);
    }

    /** The same response without these secrets, as far as it contains them literally, or the start of one where the body is cut off. */
    public CapturedResponse without(Collection<String> secrets) {
        List<String> hidden = secrets.stream()
                .filter(secret -> secret.length() >= SHORTEST_SECRET)
                // A secret may be part of another one.
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        UnaryOperator<String> redaction =
                text -> hidden.stream().reduce(text, (rest, secret) -> rest.replace(secret, REDACTED));
        String whole = redaction.apply(body);
        int cut = truncated
                ? hidden.stream()
                        .mapToInt(secret -> overlap(whole, secret))
                        .max()
                        .orElse(0)
                : 0;
        return new CapturedResponse(
                contentType.map(redaction),
                cut == 0 ? whole : whole.substring(0, whole.length() - cut) + REDACTED,
                truncated);
    }

    /** Omits what the receiver sent. */
    @Override
    public String toString() {
        return "CapturedResponse[truncated=" + truncated + "]";
    }

    /** The length of the longest end of the text that is the start of a secret. */
    private static int overlap(String text, String secret) {
        return Stream.iterate(Math.min(text.length(), secret.length() - 1), length -> length - 1)
                .takeWhile(length -> length > 0)
                .filter(length -> text.endsWith(secret.substring(0, length)))
                .findFirst()
                .orElse(0);
    }

    private static String oneLine(String header, int max) {
        String printable = header.replaceAll("\\p{Cntrl}", "");
        return printable.substring(0, Math.min(printable.length(), max));
    }
}
