package com.scheduleevents.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonMediaTypeTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                " Application/JSON ",
                "application/json;",
                "application/json ; ",
                "application/json;;",
                "application/json; profile=x",
                "application/json;profile=\"https://example.com/a;b, c\"",
                "application/json; charset=utf-8",
                "application/json; CHARSET = \"UTF-8\" ; profile=x",
                "application/json; version=1; charset=utf-8;"
            })
    void includesJsonWhateverItsParameters(String header) {
        assertThat(JsonMediaType.JSON.isNamed(header)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "text/plain",
                "text/plain; a=application/json",
                "application/jsonx",
                "application/json/x",
                "application/ld+json",
                "application/json; charset=utf-16",
                "application/json; charset=",
                "application/json; charset",
                "application/json; charset=utf-8; charset=latin1",
                "application/json; profile=x; charset=\"iso-8859-1\"",
                "application/json; profile=\"x",
                "application/json; =x",
                "application/json x=y",
                "application/json; a=b c",
                "application/json, application/json",
                "application/json; a=b, text/plain"
            })
    void doesNotIncludeAnythingElse(String header) {
        assertThat(JsonMediaType.JSON.isNamed(header)).isFalse();
    }

    /** As much as API Gateway lets through: a pattern that recurses would end in a StackOverflowError. */
    @Test
    void readsALongHeader() {
        assertThat(JsonMediaType.JSON.isNamed("application/json" + ";a=b".repeat(2_500)))
                .isTrue();
        assertThat(JsonMediaType.JSON.isNamed("application/json" + ";".repeat(10_000)))
                .isTrue();
        assertThat(JsonMediaType.JSON.isNamed("application/json" + " ".repeat(10_000) + "x"))
                .isFalse();
        assertThat(JsonMediaType.JSON.isNamed("application/json;a=\"" + "x".repeat(10_000)))
                .isFalse();
    }
}
