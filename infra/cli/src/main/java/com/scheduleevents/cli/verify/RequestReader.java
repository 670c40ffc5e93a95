package com.scheduleevents.cli.verify;

import com.scheduleevents.terminal.CommandFailure;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a captured request: a request line, which may be missing, headers, an empty line, and the body. Lines may end with LF alone, as
 * editors write them, and begin with {@code > }, as curl shows what it sends. Pseudo-headers of HTTP/2, such as {@code :method:}, are no
 * headers.
 */
final class RequestReader {

    private static final Pattern REQUEST_LINE = Pattern.compile("[A-Z]+ \\S+(?: HTTP/[0-9.]+)?");
    private static final Pattern HEADER = Pattern.compile("(?<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \\t]*(?<value>.*)");
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,9}");
    private static final Pattern CHUNK_SIZE = Pattern.compile("(?<size>[0-9A-Fa-f]{1,7})(?:;.*)?");

    private RequestReader() {}

    /** A whole request. What follows the end of its body, by its {@code Content-Length}, is not part of it. */
    static CapturedRequest read(byte[] request) {
        int end = headersEnd(request);
        Map<String, String> headers = headers(Arrays.copyOf(request, end));
        CapturedRequest head = new CapturedRequest(headers, new byte[0]);
        byte[] rest = Arrays.copyOfRange(request, end, request.length);
        if (head.header("Transfer-Encoding")
                .filter(coding -> coding.contains("chunked"))
                .isPresent()) {
            return new CapturedRequest(headers, dechunked(rest).orElse(rest));
        }
        int length = head.header("Content-Length")
                .filter(text -> LENGTH.matcher(text).matches())
                .map(Integer::valueOf)
                .orElse(rest.length);
        return new CapturedRequest(headers, Arrays.copyOf(rest, Math.min(length, rest.length)));
    }

    /** A request whose body is in another file. */
    static CapturedRequest read(byte[] headers, byte[] body) {
        return new CapturedRequest(headers(Arrays.copyOf(headers, headersEnd(headers))), body);
    }

    private static Map<String, String> headers(byte[] lines) {
        Map<String, String> headers = new LinkedHashMap<>();
        String[] each = new String(lines, StandardCharsets.ISO_8859_1).split("\\r?\\n", -1);
        for (int i = 0; i < each.length; i++) {
            String line = withoutMark(each[i]);
            Matcher header = HEADER.matcher(line);
            if (header.matches()) {
                headers.merge(
                        header.group("name"), header.group("value").strip(), (first, next) -> first + ", " + next);
            } else if (!line.isBlank()
                    && !line.startsWith(":")
                    && !(i == 0 && REQUEST_LINE.matcher(line).matches())) {
                throw new CommandFailure(
                        "Line " + (i + 1) + " is not a header: give the request as it was received, with"
                                + " headers, an empty line and the body, or use --headers and --body.");
            }
        }
        return headers;
    }

    /** Where the body begins, after the first empty line but one at the very beginning; the end where there is none. */
    private static int headersEnd(byte[] request) {
        int begin = 0;
        while (begin < request.length) {
            int end = indexOf(request, begin);
            String line = new String(request, begin, end - begin, StandardCharsets.ISO_8859_1);
            if (begin > 0 && withoutMark(line.strip()).isEmpty()) {
                return Math.min(end + 1, request.length);
            }
            begin = end + 1;
        }
        return request.length;
    }

    /** Without what curl writes before a line that it sends. */
    private static String withoutMark(String line) {
        return line.equals(">") ? "" : line.startsWith("> ") ? line.substring(2) : line;
    }

    /** The position after an empty line that begins here; the same position when none does. */
    private static int afterEmptyLine(byte[] request, int position) {
        if (position < request.length && request[position] == '\n') {
            return position + 1;
        }
        boolean both = position + 1 < request.length && request[position] == '\r' && request[position + 1] == '\n';
        return both ? position + 2 : position;
    }

    /** A body without the frames of its transfer coding; empty when it has none, because the capturing program removed them. */
    private static Optional<byte[]> dechunked(byte[] framed) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int position = 0;
        while (position < framed.length) {
            int lineEnd = indexOf(framed, position);
            String line = new String(framed, position, lineEnd - position, StandardCharsets.ISO_8859_1).strip();
            Matcher size = CHUNK_SIZE.matcher(line);
            if (!size.matches()) {
                return Optional.empty();
            }
            int length = Integer.parseInt(size.group("size"), 16);
            int begin = Math.min(lineEnd + 1, framed.length);
            if (length == 0) {
                return Optional.of(body.toByteArray());
            }
            int end = Math.min(begin + length, framed.length);
            body.write(framed, begin, end - begin);
            position = Math.max(end, afterEmptyLine(framed, end));
        }
        return Optional.of(body.toByteArray());
    }

    private static int indexOf(byte[] bytes, int from) {
        int position = from;
        while (position < bytes.length && bytes[position] != '\n') {
            position++;
        }
        return position;
    }
}
