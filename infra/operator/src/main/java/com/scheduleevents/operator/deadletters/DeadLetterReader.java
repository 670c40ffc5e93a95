package com.scheduleevents.operator.deadletters;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.aws.accounts.AccountRowKeys;
import com.scheduleevents.aws.messages.MalformedMessage;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.messages.ParsedMessage;
import com.scheduleevents.aws.messages.SesFeedback;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.id.Identifiers;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.replay.ReplayMessage;
import com.scheduleevents.domain.usage.UsageMessage;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Extracts what an operator may know from dead-letter messages: identifiers and counts, never a payload or a secret. */
final class DeadLetterReader {

    private static final ObjectMapper JSON = new ObjectMapper();

    private DeadLetterReader() {}

    /**
     * What a message is.
     *
     * @param what its kind
     * @param ids its identifiers and counts by name, in order
     */
    record DeadLetterSummary(String what, Map<String, String> ids) {

        /** The identifiers on one line. */
        String line() {
            return ids.entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue())
                    .collect(Collectors.joining(" "));
        }

        private DeadLetterSummary with(String name, String value) {
            Map<String, String> more = new LinkedHashMap<>(ids);
            more.put(name, value);
            return new DeadLetterSummary(what, more);
        }

        private DeadLetterSummary with(String name, Optional<String> value) {
            return value.map(present -> with(name, present)).orElse(this);
        }
    }

    /** What a message of that dead-letter queue is. */
    static DeadLetterSummary read(DeadLetterQueue queue, String body) {
        try {
            return switch (queue) {
                case CHANGES -> change(body);
                case DELIVERIES, RETRIES -> {
                    ParsedMessage message = ParsedMessage.of(body);
                    yield MessageCodec.PROBE.accepts(message)
                            ? probe(MessageCodec.PROBE.read(message))
                            : delivery(MessageCodec.DELIVERY.read(message));
                }
                case REPLAYS -> replay(MessageCodec.REPLAY.read(body));
                case FAN_OUT, NOTIFIER -> stream(body);
                case MAILS -> SesFeedback.isOne(body) ? feedback(body) : mail(MessageCodec.NOTICE.read(body));
                case USAGE -> count(MessageCodec.USAGE.read(body));
            };
        } catch (MalformedMessage e) {
            return summary("unreadable: " + e.getMessage());
        }
    }

    /** The body as JSON; a missing node when it is not JSON. */
    static JsonNode json(String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            return JSON.missingNode();
        }
    }

    /** A part of the key of a stream record's row, if it is an identifier with that prefix. */
    static Optional<String> key(StreamRecord record, String name, String prefix) {
        return record.keys()
                .flatMap(keys -> Optional.ofNullable(keys.get(name)))
                .flatMap(value -> Optional.ofNullable(value.s()))
                .filter(text -> Identifiers.isValid(prefix, text));
    }

    /** The identifier at the end of a key of the Accounts table. */
    private static String last(String key) {
        return key.substring(key.indexOf('#') + 1);
    }

    /** A string, if it is an identifier with that prefix. */
    static Optional<String> id(JsonNode text, String prefix) {
        return Optional.ofNullable(text.textValue()).filter(value -> Identifiers.isValid(prefix, value));
    }

    private static DeadLetterSummary summary(String what) {
        return new DeadLetterSummary(what, Map.of());
    }

    private static DeadLetterSummary summary(String what, AccountId account) {
        return summary(what).with("account", account.value());
    }

    private static DeadLetterSummary change(String body) {
        JsonNode json = json(body);
        if (!json.isObject()) {
            return summary("unreadable: not a schedule change: not a JSON object");
        }
        return summary("schedule change")
                .with("account", id(json.path("account_id"), AccountId.PREFIX))
                .with("clinic", id(json.path("event").path("clinic_id"), ClinicId.PREFIX))
                .with("idempotency_key", json.has(ChangeBody.KEY) ? "yes" : "no");
    }

    private static DeadLetterSummary delivery(DeliveryMessage message) {
        return summary(
                        message.payload().isPing() ? "ping" : message.payload().isTest() ? "test event" : "delivery",
                        message.account())
                .with("webhook", message.webhook().value())
                .with("event", message.payload().id().value())
                .with("generation", Long.toString(message.generation()))
                .with("retry_cycle", Integer.toString(message.cycle()))
                .with("attempt", Integer.toString(message.attempt()));
    }

    private static DeadLetterSummary probe(Probe probe) {
        return summary("probe", probe.account()).with("webhook", probe.webhook().value());
    }

    private static DeadLetterSummary replay(ReplayMessage message) {
        Optional<String> leftOut = message.leftOut().map(EventId::value);
        return summary(leftOut.isPresent() ? "event left out of a replay" : "replay step", message.account())
                .with("webhook", message.webhook().value())
                .with("replay", message.replay().value())
                .with("step", Integer.toString(message.step()))
                .with("event", leftOut);
    }

    private static DeadLetterSummary count(UsageMessage message) {
        return summary("count of usage", message.account())
                .with("day", message.day().text());
    }

    private static DeadLetterSummary feedback(String body) {
        return SesFeedback.read(body)
                .map(read -> summary("e-mail that came back: " + read.why().wireName(), read.account()))
                .orElseGet(() -> summary("e-mail that came back, without consequence"));
    }

    private static DeadLetterSummary mail(Notice notice) {
        return switch (notice) {
            case Notice.KeyIssued issued ->
                summary("e-mail: key issued", issued.account())
                        .with("key", issued.key().value());
            case Notice.Copy copy -> mail(copy.of());
            case Notice.Confirmation confirmation ->
                summary("e-mail: confirmation", confirmation.account())
                        .with("webhook", confirmation.webhook().value());
            case Notice.OfWebhook about -> {
                String kind = about.due().kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
                yield summary("e-mail: " + kind, about.account())
                        .with("webhook", about.about().webhook().value());
            }
        };
    }

    private static DeadLetterSummary stream(String body) {
        JsonNode json = json(body);
        return StreamBatch.of(json).map(DeadLetterReader::batch).orElseGet(() -> record(new StreamRecord(json)));
    }

    private static DeadLetterSummary batch(StreamBatch batch) {
        return summary("stream records that Lambda gave up")
                .with("records", Integer.toString(batch.size()))
                .with("from", batch.first().toString())
                .with("to", batch.last().toString());
    }

    private static DeadLetterSummary record(StreamRecord record) {
        DeadLetterSummary summary = summary("stream record")
                .with("account", key(record, "account_id", AccountId.PREFIX).or(() -> key(
                                record,
                                AccountRowKeys.PARTITION.name(),
                                AccountRowKeys.ACCOUNT_PARTITION + AccountId.PREFIX)
                        .map(DeadLetterReader::last)))
                .with(
                        "key",
                        key(record, AccountRowKeys.SORT.name(), AccountRowKeys.KEY + ApiKeyId.PREFIX)
                                .or(() -> key(
                                        record,
                                        AccountRowKeys.SORT.name(),
                                        AccountRowKeys.REVOKED_KEY + ApiKeyId.PREFIX))
                                .map(DeadLetterReader::last))
                .with("event", key(record, "id", EventId.PREFIX))
                .with("webhook", key(record, "id", WebhookId.PREFIX));
        return summary.ids().isEmpty() ? summary("unreadable: not a stream record") : summary;
    }
}
