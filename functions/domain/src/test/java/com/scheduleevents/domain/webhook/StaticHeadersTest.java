package com.scheduleevents.domain.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StaticHeadersTest {

    @ParameterizedTest
    @ValueSource(strings = {"X-Api-Key", "Authorization", "x", "X_Tenant.1~", "Accept", "Servicekey", "Webhooks"})
    void takesNamesThatNobodyElseOwns(String name) {
        assertThat(StaticHeaders.of(Map.of(name, "hunter2")).names()).containsExactly(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "X Key",
                "X:Key",
                ":authority",
                "X-K\u00e9y",
                "X-Key\r\nHost",
                "HOST",
                "Content-Type",
                "content-length",
                "User-Agent",
                "Service-Signature",
                "service-anything",
                "Webhook-Id",
                "WEBHOOK-SIGNATURE",
                "Connection",
                "Transfer-Encoding",
                "TE",
                "Expect",
                "Upgrade",
                "Accept-Encoding",
                "Cookie",
                "If-None-Match",
                "Proxy-Authorization",
                "X-Forwarded-For",
                "Metadata-Flavor",
                "X-aws-ec2-metadata-token"
            })
    void refusesNamesOfTheServiceOfHttpAndOfNoHeader(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StaticHeaders.of(Map.of(name, "hunter2")))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hunter2"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " hunter2", "hunter2 ", "hunter2\r\nX: y", "hunter2\n", "hunter2\u0000", "hunt\u00e9r2", "\t"
            })
    void refusesValuesThatWouldNotArriveAsTheyAre(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StaticHeaders.of(Map.of("X-Key", value)))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hunt"));
    }

    @Test
    void limitsNumberAndLength() {
        assertThat(StaticHeaders.of(headers(10)).names()).hasSize(10);
        assertThatIllegalArgumentException().isThrownBy(() -> StaticHeaders.of(headers(11)));
        assertThatIllegalArgumentException().isThrownBy(() -> StaticHeaders.of(Map.of()));
        assertThat(StaticHeaders.of(Map.of("x".repeat(64), "v".repeat(1_024))).names())
                .hasSize(1);
        assertThatIllegalArgumentException().isThrownBy(() -> StaticHeaders.of(Map.of("x".repeat(65), "v")));
        assertThatIllegalArgumentException().isThrownBy(() -> StaticHeaders.of(Map.of("x", "v".repeat(1_025))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StaticHeaders.of(Map.of("x", "v".repeat(1_024), "y", "v".repeat(1_024))));
        assertThat(StaticHeaders.of(Map.of("x", "v".repeat(1_024), "y", "v".repeat(1_022)))
                        .names())
                .hasSize(2);
    }

    @Test
    void refusesTheSameNameInTwoSpellings() {
        Map<String, String> twice = new LinkedHashMap<>(Map.of("X-Key", "1"));
        twice.put("x-key", "2");
        assertThatIllegalArgumentException().isThrownBy(() -> StaticHeaders.of(twice));
    }

    @Test
    void showsNoValueInALog() {
        assertThat(StaticHeaders.of(Map.of("X-Key", "hunter2"))).hasToString("StaticHeaders[X-Key]");
    }

    private static Map<String, String> headers(int count) {
        return IntStream.range(0, count).boxed().collect(Collectors.toMap(i -> "X-" + i, _ -> "v"));
    }
}
