package com.scheduleevents.delivery.notifier;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.mail.Mail;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.mail.Notice.About;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the e-mails to owners (specification, section 3), each from its two templates: text, and HTML in a frame that all
 * share.
 */
public final class MailComposer {

    /** Above this number of waiting events, the e-mail says "more than". */
    public static final int MOST_WAITING = 1_000;

    private final Map<DueMail.Kind, MailTemplate> templates = new EnumMap<>(DueMail.Kind.class);
    private final String apiAddress;
    private final ServiceTimes times;
    private final MailWording wording;

    /** @param apiAddress the URL of the API for the commands in the e-mails, without a trailing slash */
    public MailComposer(String apiAddress, ServiceTimes times) {
        for (DueMail.Kind kind : DueMail.Kind.values()) {
            templates.put(kind, new MailTemplate(kind.name().toLowerCase(Locale.ROOT)));
        }
        this.apiAddress = apiAddress;
        this.times = times;
        this.wording = new MailWording(times.receiverTimeout());
    }

    /**
     * Writes an e-mail.
     *
     * @param to the owner's address
     * @param waiting how many events are in the webhook's backlog, counted up to {@link #MOST_WAITING} + 1
     * @param missingSince when the oldest event was recorded that the receiver of a disabled webhook does not have; empty for other
     *     notices, or if it is that of the first failed attempt
     */
    public Mail write(String to, Notice notice, int waiting, Optional<Instant> missingSince) {
        Map<String, Object> values = values(notice.about(), waiting);
        values.putAll(own(notice, missingSince));
        MailTemplate template = templates.get(notice.due().kind());
        if (template == null) {
            throw new IllegalStateException("an e-mail of this kind has no template");
        }
        return template.fill(to, values);
    }

    private Map<String, Object> values(About about, int waiting) {
        Map<String, Object> values = new HashMap<>();
        values.put("api", apiAddress);
        values.put("webhook", about.webhook().value());
        values.put("host", MailWording.oneLine(about.host()));
        values.put("label", about.description().map(MailWording::oneLine).orElse("none"));
        values.put("clinic", about.clinic().map(ClinicId::value).orElse("every clinic"));
        values.put("waiting", MailWording.events(waiting, MOST_WAITING));
        values.put("retention", MailWording.duration(times.retention()));
        values.put("retry_window", MailWording.duration(times.retryWindow()));
        values.put("receiver_timeout", MailWording.duration(times.receiverTimeout()));
        return values;
    }

    private Map<String, Object> own(Notice notice, Optional<Instant> missingSince) {
        return switch (notice) {
            case Notice.Warning warning -> {
                Map<String, Object> values = failure(warning.failingSince(), warning.attempts(), warning.last());
                values.put(
                        "disabled_from", MailWording.time(warning.failingSince().plus(times.retryWindow())));
                yield values;
            }
            case Notice.Refused refused -> {
                RejectedEvent rejected = refused.refusal();
                Map<String, Object> values = failure(rejected.failingSince(), rejected.attempts(), rejected.last());
                values.put("event", rejected.event().value());
                values.put(
                        "disabled_from",
                        MailWording.time(rejected.failingSince().plus(times.retryWindow())));
                yield values;
            }
            case Notice.Slow slow ->
                Map.of(
                        "slow_since", MailWording.time(slow.since()),
                        "per_second", slow.perSecond(),
                        "replayable_until", MailWording.time(slow.since().plus(times.retention())));
            case Notice.Disabled disabled -> {
                RetriesExhausted why = disabled.why();
                LastFailure last = new LastFailure(why.lastOutcome(), why.lastStatus());
                Map<String, Object> values = failure(why.failingSince(), why.attempts(), last);
                Instant missing = missingSince.orElse(why.failingSince());
                values.put("replay_since", MailWording.time(missing));
                values.put("replayable_until", MailWording.time(missing.plus(times.retention())));
                values.put("event", why.event().value());
                values.put("disabled_at", MailWording.time(why.at()));
                yield values;
            }
            case Notice.Revoked revoked -> Map.of("disabled_at", MailWording.time(revoked.at()));
            case Notice.Recovered recovered -> {
                Map<String, Object> values = failure(recovered.failingSince(), recovered.attempts(), recovered.last());
                values.put("recovered_at", MailWording.time(recovered.at()));
                yield values;
            }
            case Notice.UrlChanged changed ->
                Map.of(
                        "changed_at", MailWording.time(changed.at()),
                        "old_host", MailWording.oneLine(changed.oldHost()),
                        "same_host", changed.oldHost().equals(changed.about().host()));
        };
    }

    private Map<String, Object> failure(Instant since, int attempts, LastFailure last) {
        Map<String, Object> values = new HashMap<>();
        values.put("failing_since", MailWording.time(since));
        values.put("replayable_until", MailWording.time(since.plus(times.retention())));
        values.put("attempts", attempts);
        values.put("last_outcome", wording.failure(last));
        values.put("last_response", MailWording.response(last));
        return values;
    }
}
