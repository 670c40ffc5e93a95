package com.scheduleevents.emulator.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.protocol.MarshallingType;
import software.amazon.awssdk.core.traits.ListTrait;
import software.amazon.awssdk.core.traits.MapTrait;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;
import software.amazon.awssdk.utils.builder.Buildable;

/** Converts requests and responses of the AWS SDK from and to JSON, by the fields that the SDK describes. */
public final class SdkJson {

    private static final BigDecimal MILLIS = BigDecimal.valueOf(1000);

    private SdkJson() {}

    /** A request, a response or an error as JSON, without the fields that are not set. */
    public static ObjectNode written(SdkPojo pojo) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        for (SdkField<?> field : pojo.sdkFields()) {
            Object value = field.getValueOrDefault(pojo);
            if (value != null
                    && !(value instanceof SdkAutoConstructList<?>)
                    && !(value instanceof SdkAutoConstructMap)) {
                json.set(field.locationName(), writtenValue(value));
            }
        }
        return json;
    }

    private static JsonNode writtenValue(Object value) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        return switch (value) {
            case SdkPojo pojo -> written(pojo);
            case String text -> json.textNode(text);
            case Boolean truth -> json.booleanNode(truth);
            case Integer number -> json.numberNode(number);
            case Long number -> json.numberNode(number);
            case Double number -> json.numberNode(number);
            case SdkBytes bytes -> json.binaryNode(bytes.asByteArray());
            case Instant time ->
                json.numberNode(BigDecimal.valueOf(time.toEpochMilli()).divide(MILLIS));
            case List<?> list -> {
                ArrayNode array = json.arrayNode();
                list.forEach(one -> array.add(writtenValue(one)));
                yield array;
            }
            case Map<?, ?> map -> {
                ObjectNode object = json.objectNode();
                map.forEach((key, one) -> object.set(key.toString(), writtenValue(one)));
                yield object;
            }
            default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
        };
    }

    /**
     * Reads JSON into a builder, and builds.
     *
     * @throws IllegalArgumentException when it has a field that the SDK does not know, or one of another type
     */
    public static Object read(JsonNode json, SdkPojo builder) {
        Map<String, SdkField<?>> fields = new LinkedHashMap<>();
        builder.sdkFields().forEach(field -> fields.put(field.locationName(), field));
        json.propertyStream().forEach(property -> {
            SdkField<?> field = fields.get(property.getKey());
            if (field == null) {
                throw new IllegalArgumentException("unknown field " + property.getKey());
            }
            field.set(builder, readValue(property.getValue(), field));
        });
        return ((Buildable) builder).build();
    }

    private static @Nullable Object readValue(JsonNode json, SdkField<?> field) {
        if (json.isNull()) {
            return null;
        }
        MarshallingType<?> type = field.marshallingType();
        if (type == MarshallingType.LIST) {
            SdkField<?> member = field.getTrait(ListTrait.class).memberFieldInfo();
            List<@Nullable Object> list = new ArrayList<>();
            json.forEach(one -> list.add(readValue(one, member)));
            return list;
        }
        if (type == MarshallingType.MAP) {
            SdkField<?> value = field.getTrait(MapTrait.class).valueFieldInfo();
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            json.propertyStream().forEach(one -> map.put(one.getKey(), readValue(one.getValue(), value)));
            return map;
        }
        if (type == MarshallingType.SDK_POJO) {
            return read(json, field.constructor().get());
        }
        return readScalar(json, type);
    }

    private static Object readScalar(JsonNode json, MarshallingType<?> type) {
        if (type == MarshallingType.STRING && json.isTextual()) {
            return json.textValue();
        }
        if (type == MarshallingType.BOOLEAN && json.isBoolean()) {
            return json.booleanValue();
        }
        if (type == MarshallingType.INTEGER && json.isInt()) {
            return json.intValue();
        }
        if (type == MarshallingType.LONG && json.canConvertToLong()) {
            return json.longValue();
        }
        if (type == MarshallingType.SDK_BYTES && json.isTextual()) {
            try {
                return SdkBytes.fromByteArray(json.binaryValue());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        throw new IllegalArgumentException(json + " is no " + type);
    }
}
