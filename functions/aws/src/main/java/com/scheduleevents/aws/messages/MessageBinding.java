package com.scheduleevents.aws.messages;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.replay.ReplayId;
import com.scheduleevents.domain.usage.DayFigures;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageMessage;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.WebhookId;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Function;

/** How Jackson binds the domain's records to the JSON of queue messages, strictly: it converts no numbers and fills in no missing value. */
final class MessageBinding {

    private MessageBinding() {}

    static JsonMapper mapper() {
        return JsonMapper.builder()
                .addModule(new Jdk8Module())
                .addModule(domain())
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .defaultPropertyInclusion(JsonInclude.Value.construct(Include.NON_ABSENT, Include.NON_ABSENT))
                .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                // A later release may have added a field.
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                        DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
    }

    private static SimpleModule domain() {
        SimpleModule module = new SimpleModule();
        for (Class<?> id : new Class<?>[] {
            AccountId.class, ApiKeyId.class, ClinicId.class, EventId.class, ReplayId.class, WebhookId.class
        }) {
            module.setMixInAnnotation(id, Identifier.class);
        }
        text(module, Instant.class, Instant::toString, Instant::parse);
        text(module, OutcomeClass.class, OutcomeClass::wireName, OutcomeClass::named);
        text(
                module,
                Notice.WaitCause.class,
                cause -> cause.name().toLowerCase(Locale.ROOT),
                text -> Notice.WaitCause.valueOf(text.toUpperCase(Locale.ROOT)));
        text(module, UsageDay.class, UsageDay::text, text -> UsageDay.parse(text)
                .orElseThrow());
        text(module, DayFigures.class, DayFigures::text, DayFigures::parse);
        module.setMixInAnnotation(Usage.class, Numbers.class);
        module.setMixInAnnotation(RejectedEvent.class, RejectedEventNames.class);
        module.setMixInAnnotation(UsageMessage.class, UsageMessageTypes.class);
        module.setMixInAnnotation(Notice.class, NoticeTypes.class);
        return module;
    }

    private static <T> void text(
            SimpleModule module, Class<T> type, Function<T, String> writer, Function<String, T> reader) {
        module.addSerializer(type, new TextSerializer<>(writer));
        module.addDeserializer(type, new TextDeserializer<>(type, reader));
    }

    /** Binds an identifier to a JSON string. */
    private record Identifier(@JsonValue String value) {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        Identifier {}
    }

    /** Binds to an array, because a message holds many. */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    private interface Numbers {}

    private interface RejectedEventNames {
        @JsonProperty("told_at")
        Instant notifiedAt();
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = UsageMessage.Begin.class, name = "begin"),
        @JsonSubTypes.Type(value = UsageMessage.Continue.class, name = "continue")
    })
    private interface UsageMessageTypes {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Notice.Warning.class, name = "warning"),
        @JsonSubTypes.Type(value = Notice.Refused.class, name = "refused"),
        @JsonSubTypes.Type(value = Notice.Slow.class, name = "slow"),
        @JsonSubTypes.Type(value = Notice.Unpulled.class, name = "unpulled"),
        @JsonSubTypes.Type(value = Notice.Disabled.class, name = "disabled"),
        @JsonSubTypes.Type(value = Notice.Expiring.class, name = "expiring"),
        @JsonSubTypes.Type(value = Notice.Revoked.class, name = "revoked"),
        @JsonSubTypes.Type(value = Notice.Recovered.class, name = "recovered"),
        @JsonSubTypes.Type(value = Notice.CertificateEnding.class, name = "certificate_ending"),
        @JsonSubTypes.Type(value = Notice.UrlChanged.class, name = "url_changed"),
        @JsonSubTypes.Type(value = Notice.Registered.class, name = "registered"),
        @JsonSubTypes.Type(value = Notice.SecretRotated.class, name = "secret_rotated"),
        @JsonSubTypes.Type(value = Notice.KeyIssued.class, name = "key_issued"),
        @JsonSubTypes.Type(value = Notice.Copy.class, name = "copy"),
        @JsonSubTypes.Type(value = Notice.Confirmation.class, name = "confirmation")
    })
    private interface NoticeTypes {}

    private static final class TextSerializer<T> extends JsonSerializer<T> {

        private final Function<T, String> writer;

        TextSerializer(Function<T, String> writer) {
            this.writer = writer;
        }

        @Override
        public void serialize(T value, JsonGenerator json, SerializerProvider context) throws IOException {
            json.writeString(writer.apply(value));
        }
    }

    private static final class TextDeserializer<T> extends JsonDeserializer<T> {

        private final Class<T> type;
        private final Function<String, T> reader;

        TextDeserializer(Class<T> type, Function<String, T> reader) {
            this.type = type;
            this.reader = reader;
        }

        @Override
        public T deserialize(JsonParser json, DeserializationContext context) throws IOException {
            if (!json.hasToken(JsonToken.VALUE_STRING)) {
                return context.reportInputMismatch(type, "not a string");
            }
            return reader.apply(json.getText());
        }
    }
}
