package com.scheduleevents.delivery.notifier;

import com.scheduleevents.delivery.notifier.MailTemplate.Stripe;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.ConsoleUrl;
import com.scheduleevents.domain.certificate.CertificateFacts;
import com.scheduleevents.domain.circuit.WaitLimits;
import com.scheduleevents.domain.mail.AddressToken;
import com.scheduleevents.domain.mail.ChangeAuthor;
import com.scheduleevents.domain.mail.ComposedMail;
import com.scheduleevents.domain.mail.ComposedMail.Unsubscribing;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.mail.Notice.About;
import com.scheduleevents.domain.mail.Notice.WaitCause;
import com.scheduleevents.domain.webhook.CertificateEnd;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Writes the e-mails to owners (requirement R26) as text and as HTML, each from one template. */
public final class MailComposer {

    /** Above this number of waiting events, the e-mail says "more than". */
    public static final int MOST_WAITING = 1_000;

    private final Map<DueMail.Kind, MailTemplate> templates = new EnumMap<>(DueMail.Kind.class);
    private final MailTemplate keyIssued;
    private final MailTemplate confirm;
    private final String apiUrl;
    private final ServiceTimes times;
    private final MailWording wording;

    /** @param apiUrl the URL of the API for the commands in the e-mails, without a trailing slash */
    public MailComposer(String apiUrl, ServiceTimes times, MailBrand brand) {
        for (DueMail.Kind kind : DueMail.Kind.values()) {
            templates.put(kind, new MailTemplate(kind.name().toLowerCase(Locale.ROOT), stripe(kind), brand));
        }
        this.keyIssued = new MailTemplate("key_issued", Stripe.CHANGED, brand);
        this.confirm = new MailTemplate("confirm", Stripe.CHANGED, brand);
        this.apiUrl = apiUrl;
        this.times = times;
        this.wording = new MailWording(times.receiverTimeout());
    }

    /**
     * Writes an e-mail.
     *
     * @param to the account's addresses
     * @param waiting how many events are in the webhook's backlog, counted up to {@link #MOST_WAITING} + 1
     * @param missingSince when the oldest event was recorded that the receiver of a disabled webhook does not have; empty for other
     *     notices, or if it is that of the first failed attempt
     */
    public ComposedMail write(List<String> to, Notice.OfWebhook notice, int waiting, Optional<Instant> missingSince) {
        return write(to, notice, waiting, missingSince, Optional.empty(), Optional.empty());
    }

    /**
     * The same with a link to the console that signs its reader in.
     *
     * @param note what it begins with
     * @param link empty for a link to the page at which the owner signs in
     */
    ComposedMail write(
            List<String> to,
            Notice.OfWebhook notice,
            int waiting,
            Optional<Instant> missingSince,
            Optional<String> note,
            Optional<MailLink> link) {
        return write(to, notice, waiting, missingSince, frame(notice, note), link, MailWording.unsubscribing(notice));
    }

    /**
     * Writes the same e-mail for the address of the webhook, which anybody with an API key can set: its link signs nobody in.
     *
     * @param unsubscribing how its reader can get no more
     */
    public ComposedMail write(
            Notice.Copy copy, int waiting, Optional<Instant> missingSince, Unsubscribing unsubscribing) {
        return write(
                List.of(copy.address()),
                copy.of(),
                waiting,
                missingSince,
                Map.of(MailTemplate.REASON, MailWording.reason(copy), MailTemplate.HELP, help()),
                Optional.empty(),
                unsubscribing);
    }

    /** How the reader of an address gets no more e-mails. */
    Unsubscribing unsubscribing(AddressToken token) {
        return new Unsubscribing.ByLink(new ConsoleUrl(apiUrl).unsubscribing(token.reveal()));
    }

    private ComposedMail write(
            List<String> to,
            Notice.OfWebhook notice,
            int waiting,
            Optional<Instant> missingSince,
            Map<String, Object> frame,
            Optional<MailLink> link,
            Unsubscribing unsubscribing) {
        Map<String, Object> values = values(notice.about(), waiting);
        values.putAll(console(notice.about(), link));
        values.putAll(own(notice, missingSince));
        values.putAll(frame);
        MailTemplate template = templates.get(notice.due().kind());
        if (template == null) {
            throw new IllegalStateException("an e-mail of this kind has no template");
        }
        return template.fill(to, values, unsubscribing);
    }

    /** Writes the e-mail about an API key that another one has issued. */
    ComposedMail write(List<String> to, Notice.KeyIssued issued, Optional<String> note) {
        Map<String, Object> values = frame(issued, note);
        values.put("api", apiUrl);
        values.put("key", issued.key().value());
        putLabel(values, issued.label());
        values.put("by", issued.by().value());
        values.put("issued_at", MailWording.time(issued.at()));
        return keyIssued.fill(to, values, MailWording.unsubscribing(issued));
    }

    /**
     * Writes the e-mail with a link that confirms an address. It contains nothing that the person wrote who named the address, so that nobody
     * can send strangers a message of their own in the service's name.
     *
     * @param until when the link ends
     * @param unsubscribing how its reader can see to it that nobody asks again
     */
    ComposedMail write(
            Notice.Confirmation confirmation, AddressToken token, Instant until, Unsubscribing unsubscribing) {
        return confirm.fill(
                List.of(confirmation.address()),
                Map.of(
                        MailTemplate.REASON,
                        MailWording.reason(confirmation),
                        MailTemplate.HELP,
                        help(),
                        "account",
                        confirmation.account().value(),
                        "webhook",
                        confirmation.webhook().value(),
                        "link",
                        new ConsoleUrl(apiUrl).confirming(token.reveal()),
                        "until",
                        MailWording.time(until)),
                unsubscribing);
    }

    private static Stripe stripe(DueMail.Kind kind) {
        return switch (kind) {
            case DISABLED, EXPIRING, REVOKED -> Stripe.STOPPED;
            case WARNING, REFUSED, SLOW, UNPULLED, CERTIFICATE_ENDING -> Stripe.AT_RISK;
            case RECOVERED -> Stripe.RECOVERED;
            case REGISTERED, SECRET_ROTATED, URL_CHANGED -> Stripe.CHANGED;
        };
    }

    private static void putLabel(Map<String, Object> values, Optional<String> label) {
        values.put("has_label", label.isPresent());
        values.put("label", label.map(MailWording::oneLine).orElse(""));
    }

    /** Where customers read about these e-mails. */
    private String help() {
        return new ConsoleUrl(apiUrl).help("delivery#e-mails");
    }

    private Map<String, Object> frame(Notice notice, Optional<String> note) {
        Map<String, Object> values = new HashMap<>();
        values.put(MailTemplate.REASON, MailWording.reason(notice));
        values.put(MailTemplate.HELP, help());
        note.ifPresent(text -> values.put(MailTemplate.NOTE, text));
        return values;
    }

    private Map<String, Object> console(About about, Optional<MailLink> link) {
        ConsoleUrl console = new ConsoleUrl(apiUrl);
        String page = "/webhooks/" + about.webhook().value();
        return Map.of(
                "console", link.map(made -> console.with(made.secret(), page)).orElseGet(() -> console.page(page)),
                "signs_in", link.isPresent(),
                "signs_in_until", link.map(made -> MailWording.time(made.end())).orElse(""));
    }

    private Map<String, Object> values(About about, int waiting) {
        Map<String, Object> values = new HashMap<>();
        values.put("api", apiUrl);
        values.put("webhook", about.webhook().value());
        values.put("host", MailWording.oneLine(about.host()));
        putLabel(values, about.description());
        values.put("name", MailWording.name(about));
        values.put(
                "label_in_short", about.description().map(MailWording::quoted).orElse(""));
        values.put("clinic", about.clinic().map(ClinicId::value).orElse("every clinic"));
        values.put("waits", waiting > 0);
        values.put("waiting", MailWording.events(waiting, MOST_WAITING));
        values.put("retention", MailWording.duration(times.retention()));
        values.put("retry_window", MailWording.duration(times.retryWindow()));
        values.put("receiver_timeout", MailWording.duration(times.receiverTimeout()));
        return values;
    }

    private Map<String, Object> own(Notice.OfWebhook notice, Optional<Instant> missingSince) {
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
            case Notice.Slow slow -> {
                Map<String, Object> values = waiting(slow.since());
                values.put("told_at", MailWording.time(slow.notifiedAt().orElse(slow.since())));
                values.put("cause", MailWording.cause(slow));
                values.put("at_a_pace", slow.perSecond() > 0);
                values.put("per_second", slow.perSecond());
                values.put(
                        "suspended",
                        slow.cause().filter(WaitCause.SUSPENDED_ACCOUNT::equals).isPresent());
                yield values;
            }
            case Notice.Unpulled unpulled -> {
                Map<String, Object> values = waiting(unpulled.since());
                values.put("told_at", MailWording.time(unpulled.notifiedAt().orElse(unpulled.since())));
                yield values;
            }
            case Notice.Expiring expiring -> {
                Map<String, Object> values = waiting(expiring.why().waitingSince());
                Instant missing = missingSince.orElse(expiring.why().waitingSince());
                values.put("pulled", expiring.about().host().equals(About.PULLED));
                values.put("replay_since", MailWording.parameter(missing));
                values.put("replayable_until", MailWording.time(missing.plus(times.retention())));
                values.put("event", expiring.why().event().value());
                values.put("disabled_at", MailWording.time(expiring.why().at()));
                yield values;
            }
            case Notice.Disabled disabled -> {
                RetriesExhausted why = disabled.why();
                LastFailure last = new LastFailure(why.lastOutcome(), why.lastStatus());
                Map<String, Object> values = failure(why.failingSince(), why.attempts(), last);
                Instant missing = missingSince.orElse(why.failingSince());
                values.put("replay_since", MailWording.parameter(missing));
                values.put("replayable_until", MailWording.time(missing.plus(times.retention())));
                values.put("event", why.event().value());
                values.put("disabled_at", MailWording.time(why.at()));
                yield values;
            }
            case Notice.Revoked revoked ->
                Map.of(
                        "disabled_at", MailWording.time(revoked.at()),
                        "replay_since", MailWording.parameter(revoked.at()));
            case Notice.Recovered recovered -> {
                Map<String, Object> values = failure(recovered.failingSince(), recovered.attempts(), recovered.last());
                values.put("recovered_at", MailWording.time(recovered.at()));
                yield values;
            }
            case Notice.CertificateEnding ending -> {
                CertificateFacts certificate = ending.certificate();
                Duration left = Duration.between(ending.noticeAt(), certificate.endsAt());
                yield Map.of(
                        "days", left.toDays(),
                        "first", left.equals(CertificateEnd.FIRST_NOTICE),
                        "ends_at", MailWording.time(certificate.endsAt()),
                        "holder", MailWording.oneLine(certificate.subject()),
                        "fingerprint", certificate.fingerprint());
            }
            case Notice.Registered registered -> author(registered.by());
            case Notice.SecretRotated rotated -> author(rotated.by());
            case Notice.UrlChanged changed ->
                Map.of(
                        "changed_at", MailWording.time(changed.at()),
                        "replay_since", MailWording.parameter(changed.at()),
                        "old_host", MailWording.oneLine(changed.oldHost()),
                        "same_host", changed.oldHost().equals(changed.about().host()));
        };
    }

    private Map<String, Object> waiting(Instant since) {
        Map<String, Object> values = new HashMap<>();
        values.put("waiting_since", MailWording.time(since));
        values.put("disabled_from", MailWording.time(since.plus(WaitLimits.disablesAfter(times.retention()))));
        return values;
    }

    private static Map<String, Object> author(ChangeAuthor by) {
        return Map.of("by", by.key().value(), "changed_at", MailWording.time(by.at()));
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
