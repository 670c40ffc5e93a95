package com.scheduleevents.delivery.notifier;

import com.scheduleevents.domain.mail.ChangeMailLimit;
import com.scheduleevents.domain.mail.ComposedMail.Unsubscribing;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.mail.Notice.About;
import com.scheduleevents.domain.time.Timestamps;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Pattern;

/** Writes the values of e-mails as text. */
final class MailWording {

    /** What the link is for with which an e-mail ends, in both forms. */
    static final String UNSUBSCRIBE = "Unsubscribe this address from all e-mails about webhooks of the account:";

    /** Before the link to the pages for customers, in both forms. */
    static final String HELP = "How deliveries, retries and these e-mails work:";

    /** In code points. */
    private static final int LONGEST_NAME = 60;

    /** Line breaks and other control characters, including those that change the direction of text. */
    private static final Pattern UNPRINTABLE =
            Pattern.compile("[\\p{Cc}\\u2028\\u2029\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]+");

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "d MMMM uuuu, HH:mm:ss 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private final Duration receiverTimeout;

    MailWording(Duration receiverTimeout) {
        this.receiverTimeout = receiverTimeout;
    }

    /** The class of an outcome, as the delivery log names it, and what it means. */
    String failure(LastFailure failure) {
        String code =
                failure.status().isPresent() ? " (HTTP " + failure.status().getAsInt() + ")" : "";
        return failure.outcome().wireName() + code + ": " + meaning(failure);
    }

    /** The last response, or that there was none. */
    static String response(LastFailure failure) {
        return failure.status().isPresent()
                ? "HTTP status " + failure.status().getAsInt()
                : "none (" + failure.outcome().wireName() + ")";
    }

    private String meaning(LastFailure failure) {
        return switch (failure.outcome()) {
            case DNS -> "the host's name could not be resolved";
            case CONNECT -> "there was no connection: it was refused or reset, or nothing listens there";
            case TLS ->
                "the endpoint has no TLS 1.2 or newer, or no valid certificate for this host"
                        + " (outcome_detail in the delivery log says which)";
            case TIMEOUT -> "there was no response within " + duration(receiverTimeout);
            case STATUS -> "the endpoint returned an error status";
            case REDIRECT -> "the endpoint returned a redirect, and redirects are never followed";
            case REFUSED_ADDRESS -> "the host name resolved to an address outside the public internet";
            case NO_TOKEN ->
                "the authorization server (auth.token_url) gave no access token, so nothing was sent to the endpoint";
            case NO_ROLE ->
                "the role (destination.role_arn) could not be assumed with the account's ID as external ID, so nothing was"
                        + " sent to the queue";
            case UNVERIFIED -> "the endpoint did not return the challenge, so no event was sent to it";
            case PROTOCOL -> "the connection broke before the response was complete, or the response was not HTTP";
            case SUCCEEDED -> throw new IllegalArgumentException("a success is not a failure");
        };
    }

    /** What deliveries wait for. */
    static String cause(Notice.Slow slow) {
        return switch (slow.cause().orElse(Notice.WaitCause.PACE)) {
            case PACE ->
                "because the endpoint takes them more slowly than events are recorded, or because of its limit"
                        + " (max_per_second)";
            case OPEN_CIRCUIT -> "because its attempts fail, so that only few are made";
            case SUSPENDED_ACCOUNT -> "because the account is suspended";
        };
    }

    /** The subject of an e-mail to the operator names what to leave out, and for which account. */
    static Unsubscribing unsubscribing(Notice notice) {
        return notice.optional()
                .<Unsubscribing>map(mail -> new Unsubscribing.ByMail("Unsubscribe from " + mail.wireName() + " of "
                        + notice.account().value()))
                .orElseGet(Unsubscribing.Impossible::new);
    }

    /** Why the account's addresses get an e-mail. */
    static String reason(Notice notice) {
        String why = "You get this e-mail because your address is one of those of the account "
                + notice.account().value() + ".";
        return notice.optional()
                .map(mail -> why + " Whoever operates the service can leave out e-mails of this kind ("
                        + mail.wireName() + ") for your address.")
                .orElse(why);
    }

    /** Why the address of a webhook gets an e-mail. */
    static String reason(Notice.Copy copy) {
        String why = "You get this e-mail because your address is set at the webhook (notify).";
        return copy.optional()
                .map(mail -> why + " Whoever has an API key of the account can leave out e-mails of this kind ("
                        + mail.wireName() + "), or remove your address.")
                .orElse(why);
    }

    /** Why somebody gets an e-mail who may know nothing of the service. */
    static String reason(Notice.Confirmation confirmation) {
        return "You get this e-mail because an API key of the account "
                + confirmation.account().value() + " named your address.";
    }

    /**
     * What the last e-mail of a day says about the others.
     *
     * @param perDay how many there are
     * @param next when the next day begins
     */
    static String lastOfDay(int perDay, Instant next) {
        return "This is the last e-mail that the addresses of this account get until " + time(next)
                + ", unless a webhook is disabled: an account gets " + perDay
                + " a day. The console shows the state of each webhook, and the audit log has every change.";
    }

    /** What the last e-mail about changes of an hour says about the others. */
    static String last(Notice.Counted change) {
        return "This is the last of " + ChangeMailLimit.PER_HOUR + " e-mails of this kind ("
                + change.countedAs() + ") about the changes from " + time(change.hour()) + " to "
                + time(change.hour().plus(Duration.ofHours(1)))
                + ". If there are more, they are not mailed one by one: the audit log has every change"
                + " (GET /v1/audit_log, with an API key that has the scope audit:read).";
    }

    /** A time to the second, as people write it. */
    static String time(Instant at) {
        return TIME.format(at);
    }

    /** The same in the form that the API takes, for the commands of the e-mail. */
    static String parameter(Instant at) {
        return Timestamps.format(at.truncatedTo(ChronoUnit.SECONDS));
    }

    /** In the largest unit that gives a whole number; in days only from two days on. */
    static String duration(Duration duration) {
        if (duration.compareTo(Duration.ofDays(2)) >= 0 && isWhole(duration, ChronoUnit.DAYS)) {
            return duration.toDays() + " days";
        }
        if (isWhole(duration, ChronoUnit.HOURS)) {
            return number(duration.toHours(), "hour");
        }
        if (isWhole(duration, ChronoUnit.MINUTES)) {
            return number(duration.toMinutes(), "minute");
        }
        return isWhole(duration, ChronoUnit.SECONDS)
                ? number(duration.toSeconds(), "second")
                : number(duration.toMillis(), "millisecond");
    }

    /** What a subject calls a webhook: its owner knows it by the label, and has others at the same host. */
    static String name(About about) {
        String host = oneLine(about.host());
        return about.description()
                .map(label -> quoted(label) + (host.isEmpty() ? "" : " (" + host + ")"))
                .orElse("Your webhook for " + host);
    }

    /** A label in a subject, cut where it would fill the line. */
    static String quoted(String label) {
        String line = oneLine(label);
        boolean fits = line.codePointCount(0, line.length()) <= LONGEST_NAME;
        return '"' + (fits ? line : line.substring(0, line.offsetByCodePoints(0, LONGEST_NAME - 1)) + "…") + '"';
    }

    /** @param max the largest number that is written out */
    static String events(int count, int max) {
        return count > max ? String.format(Locale.ROOT, "more than %,d events", max) : number(count, "event");
    }

    /** The text of a client on one line, without control characters. */
    static String oneLine(String text) {
        return UNPRINTABLE.matcher(text).replaceAll(" ").strip();
    }

    private static boolean isWhole(Duration duration, ChronoUnit unit) {
        return duration.isPositive() && duration.equals(duration.truncatedTo(unit));
    }

    private static String number(long count, String unit) {
        return String.format(Locale.ROOT, "%,d %s%s", count, unit, count == 1 ? "" : "s");
    }
}
