package com.scheduleevents.domain.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.domain.webhook.DueMail;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NoticesTest {

    private static final String FIRST_VERSION = """
            {"v":1,"account_id":"acc_1","webhook_id":"whk_1","due":"disabled#4","host":"hooks.example.com",\
            "disabled_at":"2026-11-22T12:00:05.500Z","event_id":"evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB",\
            "failing_since":"2026-11-21T12:00:00.250Z","attempts":11,"last_outcome":"status","last_status":500}""";

    @ParameterizedTest
    @MethodSource("all")
    void aNoticeIsReadAgainAsItWasWritten(Notice notice) {
        assertThat(Notices.read(Notices.write(notice))).isEqualTo(notice);
    }

    static Stream<Notice> all() {
        return Stream.of(SampleNotices.full(), SampleNotices.minimal(), SampleNotices.hostile())
                .flatMap(List::stream);
    }

    @Test
    void aNoticeOfTheFirstVersionIsReadStill() {
        assertThat(Notices.read(FIRST_VERSION)).isInstanceOfSatisfying(Notice.Disabled.class, notice -> {
            assertThat(notice.due()).isEqualTo(DueMail.disabled(4));
            assertThat(notice.about().generation()).isEqualTo(4);
            assertThat(notice.why().attempts()).isEqualTo(11);
            assertThat(notice.why().failingSince()).isEqualTo(Instant.parse("2026-11-21T12:00:00.250Z"));
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "{",
                "[]",
                "null",
                "{}",
                "{\"v\":3}",
                "{\"v\":\"1\"}",
                "{\"v\":2,\"kind\":\"warning\"}"
            })
    void whatIsNoNoticeIsSaidToBeNone(String text) {
        assertThatThrownBy(() -> Notices.read(text)).isInstanceOf(Notices.Malformed.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "acc_1                         | secret words | account_id",
                "whk_1                         | whk_$(rm -rf secret) | webhook_id",
                "disabled#4                    | secret       | due",
                "disabled#4                    | disabled#secret | due",
                "2026-11-22T12:00:05.500Z      | secret       | disabled_at",
                "\"attempts\":11               | \"attempts\":\"secret\" | attempts",
                "\"attempts\":11               | \"attempts\":1.5 | attempts",
                "\"last_outcome\":\"status\"   | \"last_outcome\":\"secret\" | last_outcome",
                "\"last_outcome\":\"status\"   | \"last_outcome\":\"succeeded\" | last_outcome",
                "\"last_status\":500           | \"last_status\":\"secret\" | last_status",
                "\"host\"                      | \"guest\"    | host"
            })
    void aMalformedFieldIsNamedAndNeverQuoted(String part, String instead, String field) {
        assertThat(FIRST_VERSION).contains(part);
        assertThatThrownBy(() -> Notices.read(FIRST_VERSION.replace(part, instead)))
                .isInstanceOfSatisfying(Notices.Malformed.class, malformed -> assertThat(malformed.reason())
                        .contains(field)
                        .doesNotContain("secret"));
    }
}
