package com.scheduleevents.cloud.dynamodb.expressions;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A parsed projection expression: the attributes of an item that are returned. */
public final class ProjectionExpression {

    private final List<String> attributes;

    private ProjectionExpression(List<String> attributes) {
        this.attributes = attributes;
    }

    /**
     * Reads a projection.
     *
     * @throws UnsupportedOperationException for parts of attributes, which are not simulated
     */
    public static ProjectionExpression read(String text, Placeholders placeholders) {
        ExpressionTokens tokens = new ExpressionTokens("ProjectionExpression", text);
        List<String> attributes = new ArrayList<>();
        do {
            DocumentPath path = DocumentPath.read(tokens, placeholders);
            if (!path.isTopLevel()) {
                throw new UnsupportedOperationException(
                        "a projection of parts of attributes is not simulated: " + path);
            }
            if (attributes.contains(path.attribute())) {
                throw tokens.invalid("Two document paths overlap with each other; must remove or rewrite one of these"
                        + " paths; path one: [" + path + "], path two: [" + path + "]");
            }
            attributes.add(path.attribute());
        } while (tokens.take(","));
        tokens.expectEnd();
        return new ProjectionExpression(attributes);
    }

    /** The item with those attributes alone. */
    public SortedMap<String, AttributeValue> of(Map<String, AttributeValue> item) {
        SortedMap<String, AttributeValue> seen = new TreeMap<>(item);
        seen.keySet().retainAll(attributes);
        return Collections.unmodifiableSortedMap(seen);
    }

    /** The attributes that it hands out. */
    public List<String> attributes() {
        return List.copyOf(attributes);
    }
}
