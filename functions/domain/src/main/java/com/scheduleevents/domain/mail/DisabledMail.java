package com.scheduleevents.domain.mail;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.time.Timestamps;
import com.scheduleevents.domain.webhook.Disabling;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The e-mail that tells an owner that a webhook was disabled (specification, section 3). Its words are in {@code
 * disabled.txt} beside this class; its first line is the subject.
 */
public final class DisabledMail {

    private final String template;
    private final String apiAddress;
    private final Duration retention;

    /**
     * @param apiAddress where the commands in the e-mail go
     * @param retention how long an event can be read
     */
    public DisabledMail(String apiAddress, Duration retention) {
        this.template = read("disabled.txt");
        this.apiAddress = apiAddress;
        this.retention = retention;
    }

    /** Writes the e-mail. */
    public Mail to(String owner, DisabledNotice notice) {
        String text = template;
        for (Map.Entry<String, String> value : values(notice).entrySet()) {
            text = text.replace("{{" + value.getKey() + "}}", value.getValue());
        }
        int firstLine = text.indexOf('\n');
        return new Mail(
                owner, text.substring(0, firstLine), text.substring(firstLine).strip() + "\n");
    }

    private Map<String, String> values(DisabledNotice notice) {
        Disabling.RetriesExhausted why = notice.why();
        Map<String, String> values = new LinkedHashMap<>();
        values.put("webhook", notice.webhook().value());
        values.put("host", notice.host());
        values.put("clinic", notice.clinic().map(ClinicId::value).orElse("every clinic"));
        values.put("event", why.event().value());
        values.put("failing_since", Timestamps.format(why.failingSince().truncatedTo(ChronoUnit.SECONDS)));
        values.put("disabled_at", Timestamps.format(why.at().truncatedTo(ChronoUnit.SECONDS)));
        values.put("attempts", Integer.toString(why.attempts()));
        values.put("last_outcome", outcome(why));
        values.put(
                "readable_until",
                Timestamps.format(why.failingSince().plus(retention).truncatedTo(ChronoUnit.SECONDS)));
        values.put("api", apiAddress);
        // Last, so that nothing in the owner's own words is taken for a place to fill in.
        values.put("description", notice.description().orElse("none"));
        return values;
    }

    private static String outcome(Disabling.RetriesExhausted why) {
        String kind = why.lastOutcome().wireName();
        return why.lastStatus().isPresent()
                ? kind + " (HTTP " + why.lastStatus().getAsInt() + ")"
                : kind;
    }

    private static String read(String name) {
        try (InputStream file = DisabledMail.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException(name + " is not on the class path; build this jar again");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read", e);
        }
    }
}
