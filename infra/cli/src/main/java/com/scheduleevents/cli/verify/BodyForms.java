package com.scheduleevents.cli.verify;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What programs between the sender and the verifying code do to a body, undone. */
final class BodyForms {

    /** Reads numbers so that they are written with the digits they had. */
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private BodyForms() {}

    /** Other forms of a body, each by what would have been done to it. */
    static Map<String, byte[]> of(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        Map<String, byte[]> forms = new LinkedHashMap<>();
        put(forms, "A line end was added to the body.", text.replaceFirst("\\r?\\n$", ""));
        put(forms, "The line end of the body was removed.", text + "\n");
        put(forms, "White space around the body was added.", text.strip());
        put(forms, "Its line ends were changed to CRLF.", text.replace("\r\n", "\n"));
        put(forms, "Its line ends were changed to LF.", text.replace("\n", "\r\n"));
        put(forms, "A byte order mark was added to the body.", text.replaceFirst("^\\uFEFF", ""));
        json(body)
                .ifPresent(
                        json -> put(forms, "Its JSON was parsed and written again in another form.", json.toString()));
        json(body).map(WrittenForm::new).ifPresent(form -> put(forms, rewriting(form), form.text()));
        thin(body).ifPresent(thin -> forms.put("It has more fields than the thin delivery that was sent.", thin));
        forms.put(
                "Its characters were decoded with the wrong character set.",
                text.getBytes(StandardCharsets.ISO_8859_1));
        return forms;
    }

    /** What a thin delivery of an event would have been; empty when the body is no event of a clinic. */
    static Optional<byte[]> thin(byte[] body) {
        return json(body)
                .map(WrittenForm::new)
                .flatMap(WrittenForm::thin)
                .map(thin -> thin.getBytes(StandardCharsets.UTF_8));
    }

    /** The body as JSON; empty when it is something else. */
    static Optional<JsonNode> json(byte[] body) {
        try {
            return Optional.of(JSON.readTree(body)).filter(JsonNode::isObject);
        } catch (IOException notJson) {
            return Optional.empty();
        }
    }

    private static String rewriting(WrittenForm form) {
        return ("Its JSON was parsed and written again. " + String.join(" ", form.differences())).strip();
    }

    private static void put(Map<String, byte[]> forms, String how, String text) {
        forms.put(how, text.getBytes(StandardCharsets.UTF_8));
    }
}
