package com.scheduleevents.cloud.dynamodb;

import com.scheduleevents.cloud.dynamodb.expressions.AttributeForm;
import com.scheduleevents.cloud.dynamodb.expressions.Condition;
import com.scheduleevents.cloud.dynamodb.expressions.InvalidExpression;
import com.scheduleevents.cloud.dynamodb.expressions.Placeholders;
import com.scheduleevents.cloud.dynamodb.expressions.UpdateExpression;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A parsed and validated write of one item, by itself or as a part of a transaction.
 *
 * @param table the table
 * @param key the item's key
 * @param condition what the item has to meet before
 * @param action what is made of it
 */
record ItemWrite(SimulatedTable table, KeyTuple key, Optional<Condition> condition, Action action) {

    /** What is made of an item. */
    sealed interface Action {
        /** It becomes another one. */
        record Put(SortedMap<String, AttributeValue> item) implements Action {}

        /** It changes in part; one that is not there comes to be. */
        record Update(SortedMap<String, AttributeValue> keys, Optional<UpdateExpression> expression)
                implements Action {}

        /** It goes. */
        record Delete() implements Action {}

        /** It stays. */
        record Check() implements Action {}
    }

    static ItemWrite put(
            SimulatedTable table,
            Map<String, AttributeValue> item,
            @Nullable String condition,
            Placeholders placeholders) {
        SortedMap<String, AttributeValue> form = AttributeForm.of(item);
        table.requireValid(form);
        KeyTuple key = table.schema().keys().requiredIn(form);
        return finished(
                new ItemWrite(table, key, condition(condition, placeholders), new Action.Put(form)), placeholders);
    }

    static ItemWrite update(
            SimulatedTable table,
            Map<String, AttributeValue> keys,
            @Nullable String update,
            @Nullable String condition,
            Placeholders placeholders) {
        SortedMap<String, AttributeValue> form = AttributeForm.of(keys);
        KeyTuple key = table.schema().keys().exactly(form);
        Optional<UpdateExpression> expression =
                Optional.ofNullable(update).map(text -> UpdateExpression.read(text, placeholders));
        expression.stream()
                .flatMap(changes -> changes.attributes().stream())
                .filter(table.schema().keys().names()::contains)
                .findFirst()
                .ifPresent(name -> {
                    throw DynamoDbErrors.validation(
                            "One or more parameter values were invalid: Cannot update attribute " + name
                                    + ". This attribute is part of the key");
                });
        Action action = new Action.Update(form, expression);
        return finished(new ItemWrite(table, key, condition(condition, placeholders), action), placeholders);
    }

    static ItemWrite delete(
            SimulatedTable table,
            Map<String, AttributeValue> keys,
            @Nullable String condition,
            Placeholders placeholders) {
        KeyTuple key = table.schema().keys().exactly(AttributeForm.of(keys));
        return finished(
                new ItemWrite(table, key, condition(condition, placeholders), new Action.Delete()), placeholders);
    }

    static ItemWrite check(
            SimulatedTable table,
            Map<String, AttributeValue> keys,
            @Nullable String condition,
            Placeholders placeholders) {
        KeyTuple key = table.schema().keys().exactly(AttributeForm.of(keys));
        if (condition == null) {
            throw DynamoDbErrors.validation("The conditionExpression is required for ConditionCheck");
        }
        return finished(
                new ItemWrite(table, key, condition(condition, placeholders), new Action.Check()), placeholders);
    }

    private static ItemWrite finished(ItemWrite write, Placeholders placeholders) {
        placeholders.requireAllUsed();
        return write;
    }

    private static Optional<Condition> condition(@Nullable String text, Placeholders placeholders) {
        return Optional.ofNullable(text).map(given -> Condition.read("ConditionExpression", given, placeholders));
    }

    SortedMap<String, AttributeValue> before() {
        return table.current(key).orElse(Collections.emptySortedMap());
    }

    boolean conditionHolds() {
        return condition.stream().allMatch(required -> required.holds(before()));
    }

    /**
     * What the item will be; empty: gone.
     *
     * @throws InvalidExpression when the update does not fit the item
     */
    Optional<SortedMap<String, AttributeValue>> after() {
        return switch (action) {
            case Action.Put(SortedMap<String, AttributeValue> item) -> Optional.of(item);
            case Action.Update(SortedMap<String, AttributeValue> keys, Optional<UpdateExpression> expression) -> {
                SortedMap<String, AttributeValue> item = new TreeMap<>(before());
                item.putAll(keys);
                SortedMap<String, AttributeValue> changed = expression
                        .map(update -> AttributeForm.of(update.applied(item)))
                        .orElse(Collections.unmodifiableSortedMap(item));
                table.requireValid(changed);
                yield Optional.of(changed);
            }
            case Action.Delete() -> Optional.empty();
            case Action.Check() -> table.current(key);
        };
    }

    /** Makes the item what it is to be. */
    void make(Optional<SortedMap<String, AttributeValue>> after) {
        if (action instanceof Action.Check) {
            return;
        }
        after.ifPresentOrElse(item -> table.put(key, item), () -> table.delete(key));
    }

    long size(Optional<SortedMap<String, AttributeValue>> after) {
        return TableConsumption.larger(before(), after.orElse(Collections.emptySortedMap()));
    }
}
