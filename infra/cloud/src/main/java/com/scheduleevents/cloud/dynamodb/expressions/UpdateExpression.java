package com.scheduleevents.cloud.dynamodb.expressions;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A parsed update expression, which can be applied to items. */
public final class UpdateExpression {

    private final List<UpdateAction> actions;

    UpdateExpression(List<UpdateAction> actions) {
        this.actions = actions;
    }

    /** Reads an update. */
    public static UpdateExpression read(String text, Placeholders placeholders) {
        return new UpdateReader(new ExpressionTokens("UpdateExpression", text), placeholders).read();
    }

    /** The top-level attributes that it touches, in order. */
    public Set<String> attributes() {
        Set<String> attributes = new TreeSet<>();
        actions.forEach(action -> attributes.add(action.path().attribute()));
        return attributes;
    }

    /** Whether it touches whole attributes alone, and no parts of them. */
    public boolean isTopLevel() {
        return actions.stream().allMatch(action -> action.path().isTopLevel());
    }

    /** What it makes of an item; every operand is what it was before the update. */
    public Map<String, AttributeValue> applied(Map<String, AttributeValue> before) {
        List<UpdateAction.Set> sets = new ArrayList<>(of(UpdateAction.Set.class));
        // Elements beyond the end of a list are appended in the order of their numbers.
        sets.sort(Comparator.comparingInt(set -> lastIndex(set.path())));
        Map<String, AttributeValue> item = before;
        for (UpdateAction.Set set : sets) {
            item = Document.with(item, set.path(), set.value().in(before));
        }
        List<UpdateAction.Remove> removes = new ArrayList<>(of(UpdateAction.Remove.class));
        // From the back: an element that is gone moves those behind it.
        removes.sort(Comparator.comparingInt((UpdateAction.Remove remove) -> lastIndex(remove.path()))
                .reversed());
        for (UpdateAction.Remove remove : removes) {
            item = Document.without(item, remove.path());
        }
        for (UpdateAction.Add add : of(UpdateAction.Add.class)) {
            item = Document.with(item, add.path(), add.applied(before));
        }
        for (UpdateAction.Delete delete : of(UpdateAction.Delete.class)) {
            item = delete.applied(item);
        }
        return AttributeForm.of(item);
    }

    private <T extends UpdateAction> List<T> of(Class<T> kind) {
        return actions.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private static int lastIndex(DocumentPath path) {
        return !path.isTopLevel() && path.steps().getLast() instanceof DocumentPath.Step.Element(int index)
                ? index
                : -1;
    }
}
