package com.scheduleevents.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests bodies with a content coding, as a gateway passes them on: inflated, or as they were sent. */
class JsonBodyTest {

    private static final String BODY = "{\"a\":\"Zahn\u00e4rzte\"}";

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "GZIP", " deflate ", "identity", ""})
    void doesNotInflateWhatTheGatewayHasInflated(String coding) {
        assertThat(new JsonBody(
                                BODY,
                                false,
                                List.of(JsonMediaType.JSON),
                                Optional.of("application/json"),
                                Optional.of(coding))
                        .read(1))
                .hasToString(BODY);
        assertThat(body(BODY.getBytes(StandardCharsets.UTF_8), coding).read(1)).hasToString(BODY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate"})
    void inflatesWhatAGatewayPassedOnAsItWas(String coding) throws IOException {
        assertThat(body(coded(BODY, coding), coding).read(1)).hasToString(BODY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "zstd", "compress", "x", "gzip, gzip", "gzip, deflate", "*"})
    void rejectsAnotherCoding(String coding) {
        assertUnsupported(body(BODY.getBytes(StandardCharsets.UTF_8), coding));
        assertUnsupported(new JsonBody(
                BODY, false, List.of(JsonMediaType.JSON), Optional.of("application/json"), Optional.of(coding)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate"})
    void rejectsABodyThatIsBrokenOff(String coding) throws IOException {
        byte[] whole = coded(BODY, coding);
        assertUnsupported(body(Arrays.copyOf(whole, whole.length / 2), coding));
    }

    /** The rest of the stream is no gzip at all, so whoever reads on finds that out. */
    @ParameterizedTest
    @CsvSource({"gzip, 1", "deflate, 256"})
    void stopsInflatingAtTheLimit(String coding, int kilobytes) throws IOException {
        byte[] bomb = coded("{\"a\":\"" + "x".repeat(64 << 20) + "\"}", coding);
        assertThat(bomb).hasSizeLessThan(1 << 20);
        Arrays.fill(bomb, bomb.length / 2, bomb.length, (byte) 0xff);

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> body(bomb, coding).read(kilobytes))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.BODY_TOO_LARGE))
                .withMessageContaining(kilobytes + " KB");
    }

    @Test
    void countsTheInflatedBody() throws IOException {
        String exactly = "{\"a\":\"" + "x".repeat(1024 - 8) + "\"}";
        assertThat(exactly).hasSize(1024);
        assertThat(body(coded(exactly, "gzip"), "gzip").read(1)).hasToString(exactly);
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> body(coded(exactly + " ", "gzip"), "gzip").read(1))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.BODY_TOO_LARGE));
    }

    @Test
    void rejectsInflatedBytesThatAreNotUtf8() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'});
        }
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> body(bytes.toByteArray(), "gzip").read(1))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_BODY));
    }

    private static void assertUnsupported(JsonBody body) {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> body.read(1))
                .satisfies(e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_MEDIA_TYPE);
                    assertThat(e.param()).isEqualTo("Content-Encoding");
                });
    }

    private static JsonBody body(byte[] sent, String coding) {
        return new JsonBody(
                Base64.getEncoder().encodeToString(sent),
                true,
                List.of(JsonMediaType.JSON),
                Optional.of("application/json"),
                Optional.of(coding));
    }

    private static byte[] coded(String text, String coding) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = coding.equals("gzip") ? new GZIPOutputStream(bytes) : new DeflaterOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
