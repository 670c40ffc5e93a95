package com.scheduleevents.operator.webhooks;

import com.fasterxml.jackson.annotation.JsonValue;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.LoggedAttempt;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.ShownStatus;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookCandidates.Unreadable;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import com.scheduleevents.operator.output.Limits;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What commands print of webhooks and deliveries. Of a URL only the host: the rest may be secret. */
final class WebhookFacts {

    static final List<String> COLUMNS =
            List.of("webhook", "label", "host", "types", "clinics", "status", "circuit", "failing_since");

    static final List<String> DELIVERY_COLUMNS = List.of(
            "event",
            "type",
            "clinic",
            "status",
            "retry_cycle",
            "attempts",
            "last_outcome",
            "last_status",
            "next_attempt");

    static final List<String> ATTEMPT_COLUMNS = List.of("retry_cycle", "number", "at", "ms", "outcome", "status");

    private WebhookFacts() {}

    static List<Object> row(Webhook webhook) {
        return List.of(
                webhook.id().value(),
                webhook.description().orElse(""),
                host(webhook),
                new Limits(webhook.types()),
                clinics(webhook),
                status(webhook),
                circuit(webhook),
                time(webhook.health().failingSince()));
    }

    static List<Object> row(Unreadable webhook) {
        return List.of(webhook.id().value(), "", "", List.of(), "", "unreadable: " + webhook.reason(), "", "");
    }

    static Fact[] facts(Webhook webhook, int backlog) {
        Health health = webhook.health();
        return new Fact[] {
            new Fact("account", webhook.account().value()),
            new Fact("webhook", webhook.id().value()),
            new Fact("label", webhook.description().orElse("")),
            new Fact("host", host(webhook)),
            new Fact("types", new Limits(webhook.types())),
            new Fact("clinics", clinics(webhook)),
            new Fact("filtered", webhook.settings().filter().isPresent()),
            new Fact("key", webhook.key().value()),
            new Fact("created", webhook.createdAt().toString()),
            new Fact("status", status(webhook)),
            new Fact("disabled", time(webhook.disabling().map(Disabling::at))),
            new Fact("circuit", circuit(webhook)),
            new Fact("failing_since", time(health.failingSince())),
            new Fact("backlog", new Counted(backlog)),
            new Fact("next_probe", time(health.dueAt().filter(_ -> health.isCircuitOpen())))
        };
    }

    /** @param webhook that of the delivery */
    static List<Object> row(LoggedDelivery delivery, Webhook webhook) {
        ShownStatus status = ShownStatus.of(delivery, webhook);
        Optional<LoggedAttempt> last = delivery.attempts().isEmpty() ? Optional.empty() : Optional.of(delivery.last());
        return List.of(
                delivery.event().value(),
                delivery.type(),
                clinic(delivery.clinic()),
                status.wireName(),
                delivery.cycle(),
                delivery.attemptsMade(),
                last.map(attempt -> attempt.outcome().wireName()).orElse(""),
                last.map(WebhookFacts::httpStatus).orElse(""),
                time(delivery.nextAttempt().filter(_ -> status == ShownStatus.PENDING)));
    }

    static List<Object> row(LoggedAttempt attempt) {
        return List.of(
                attempt.cycle(),
                attempt.number(),
                attempt.at().toString(),
                attempt.took().toMillis(),
                attempt.outcome().wireName(),
                httpStatus(attempt));
    }

    /** A number that was counted up to a bound, at which people read that there may be more, and programs the number. */
    private record Counted(@JsonValue int number) {

        @Override
        public String toString() {
            return number + (number < WebhookSupport.MAX_COUNTED ? "" : " or more");
        }
    }

    private static String httpStatus(LoggedAttempt attempt) {
        return attempt.status().isPresent() ? Integer.toString(attempt.status().getAsInt()) : "";
    }

    private static String status(Webhook webhook) {
        String status = webhook.status().wireName()
                + webhook.disabling().map(why -> ": " + why.reason()).orElse("");
        return webhook.suspended() ? status + ", account suspended" : status;
    }

    /** Nothing is sent to a disabled webhook, whatever its circuit is. */
    private static String circuit(Webhook webhook) {
        return webhook.disabling().isPresent()
                ? ""
                : webhook.health().circuit().state().wireName();
    }

    private static String host(Webhook webhook) {
        return webhook.host().orElse("");
    }

    private static Limits clinics(Webhook webhook) {
        return new Limits(webhook.settings().clinics().stream()
                .map(ClinicId::value)
                .sorted()
                .toList());
    }

    private static String clinic(Optional<ClinicId> clinic) {
        return clinic.map(ClinicId::value).orElse("");
    }

    private static String time(Optional<Instant> time) {
        return time.map(Instant::toString).orElse("");
    }
}
