package com.scheduleevents.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.account.Caller;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RequestFingerprintTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"a\":1,\"b\":{\"c\":[1,2],\"d\":null}} | { \"b\" : {\"d\":null,\t\"c\": [1 , 2]} , \"a\" : 1 }",
                "{\"a\":\"\u00e4\",\"b\":\"/\"} | {\"a\":\"\\u00e4\",\"b\":\"\\/\"}",
                "{\"\\u0061\":1} | {\"a\":1}",
                "{\"a\":3600} | {\"a\":3600.0}",
                "{\"a\":3600} | {\"a\":3.6e3}",
                "{\"a\":0} | {\"a\":-0.00}",
                "{\"a\":1e300} | {\"a\":10e299}",
                "{} | ''",
            })
    void isTheSameHoweverTheBodyIsWritten(String one, String other) {
        assertThat(of(one)).isEqualTo(of(other));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"a\":1} | {\"a\":\"1\"}",
                "{\"a\":1} | {\"a\":10}",
                "{\"a\":1e1} | {\"a\":1e2}",
                "{\"a\":null} | {}",
                "{\"a\":\"null\"} | {\"a\":null}",
                "{\"a\":[1,2]} | {\"a\":[2,1]}",
                "{\"a\":[12]} | {\"a\":[1,2]}",
                "{\"a\":\"b,c\"} | {\"a\":\"b\",\"c\":1}",
                "{\"a\":\"x\"} | {\"a\":\"X\"}",
                "{\"a\":\" x\"} | {\"a\":\"x\"}",
            })
    void isAnotherWhereTheBodyMeansSomethingElse(String one, String other) {
        assertThat(of(one)).isNotEqualTo(of(other));
    }

    @Test
    void isAnotherForAnotherKeyMethodOrPath() {
        String one = of(Callers.FULL, "POST", "/things/{id}", "a");
        assertThat(of(Callers.FULL, "POST", "/things/{id}", "a")).isEqualTo(one);
        assertThat(of(Callers.HARBOUR, "POST", "/things/{id}", "a")).isNotEqualTo(one);
        assertThat(of(Callers.FULL, "PUT", "/things/{id}", "a")).isNotEqualTo(one);
        assertThat(of(Callers.FULL, "POST", "/others/{id}", "a")).isNotEqualTo(one);
        assertThat(of(Callers.FULL, "POST", "/things/{id}", "a\n{}")).isNotEqualTo(one);
    }

    private static String of(Caller caller, String method, String resource, String id) {
        ApiRequest request = ApiRequest.of(caller, method, resource).path("id", id);
        return RequestFingerprint.of(new Request(request.build()), caller);
    }

    private static String of(String body) {
        ApiRequest request = ApiRequest.of(Callers.FULL, "POST", "/things");
        return RequestFingerprint.of(
                new Request((body.equals("''") ? request : request.json(body)).build()), Callers.FULL);
    }
}
