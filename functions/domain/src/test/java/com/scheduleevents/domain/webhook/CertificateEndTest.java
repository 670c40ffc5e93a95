package com.scheduleevents.domain.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CertificateEndTest {

    private static final Instant END = Instant.parse("2026-12-31T23:59:59Z");
    private static final DueMail FIRST = DueMail.certificateEnding(END.minus(Duration.ofDays(30)));
    private static final DueMail LAST = DueMail.certificateEnding(END.minus(Duration.ofDays(7)));

    @Test
    void isToldThirtyDaysBeforeAndAgainSevenDaysBefore() {
        assertThat(at(Duration.ofDays(30).plusMillis(1))).isEmpty();
        assertThat(at(Duration.ofDays(30))).contains(FIRST);
        assertThat(at(Duration.ofDays(7).plusMillis(1))).contains(FIRST);
        assertThat(at(Duration.ofDays(7))).contains(LAST);
        assertThat(at(Duration.ofDays(-1))).contains(LAST);
    }

    @Test
    void isAboutOneCertificate() {
        assertThat(CertificateEnd.isAbout(FIRST, END)).isTrue();
        assertThat(CertificateEnd.isAbout(LAST, END)).isTrue();
        assertThat(CertificateEnd.isAbout(LAST, END.plusMillis(1))).isFalse();
        assertThat(CertificateEnd.isAbout(DueMail.warning(END.minus(Duration.ofDays(7))), END))
                .isFalse();
    }

    private static Optional<DueMail> at(Duration before) {
        return CertificateEnd.of(END, END.minus(before)).map(CertificateEnd::mail);
    }
}
