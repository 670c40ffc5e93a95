package com.scheduleevents.cloud.dynamodb.expressions;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Changes one part of an item. */
final class Document {

    private Document() {}

    static Map<String, AttributeValue> with(Map<String, AttributeValue> item, DocumentPath path, AttributeValue value) {
        Map<String, AttributeValue> changed = new TreeMap<>(item);
        if (path.isTopLevel()) {
            changed.put(path.attribute(), value);
            return changed;
        }
        AttributeValue container = item.get(path.attribute());
        if (container == null) {
            throw invalidPath();
        }
        changed.put(path.attribute(), set(container, path.steps(), value));
        return changed;
    }

    /** One that is not there is left so. */
    static Map<String, AttributeValue> without(Map<String, AttributeValue> item, DocumentPath path) {
        Map<String, AttributeValue> changed = new TreeMap<>(item);
        if (path.isTopLevel()) {
            changed.remove(path.attribute());
            return changed;
        }
        AttributeValue container = item.get(path.attribute());
        if (container == null) {
            throw invalidPath();
        }
        changed.put(path.attribute(), removed(container, path.steps()));
        return changed;
    }

    private static AttributeValue set(AttributeValue container, List<DocumentPath.Step> steps, AttributeValue value) {
        DocumentPath.Step step = steps.getFirst();
        AttributeValue inner = steps.size() == 1
                ? value
                : set(
                        DocumentPath.inside(container, step).orElseThrow(Document::invalidPath),
                        steps.subList(1, steps.size()),
                        value);
        return put(container, step, inner);
    }

    private static AttributeValue put(AttributeValue container, DocumentPath.Step step, AttributeValue inner) {
        return switch (step) {
            case DocumentPath.Step.Field(String name)
            when container.hasM() -> {
                Map<String, AttributeValue> map = new TreeMap<>(container.m());
                map.put(name, inner);
                yield AttributeValue.fromM(map);
            }
            case DocumentPath.Step.Element(int index)
            when container.hasL() -> {
                List<AttributeValue> list = new ArrayList<>(container.l());
                if (index < list.size()) {
                    list.set(index, inner);
                } else {
                    list.add(inner);
                }
                yield AttributeValue.fromL(list);
            }
            default -> throw invalidPath();
        };
    }

    private static AttributeValue removed(AttributeValue container, List<DocumentPath.Step> steps) {
        DocumentPath.Step step = steps.getFirst();
        if (steps.size() > 1) {
            AttributeValue inner = DocumentPath.inside(container, step).orElseThrow(Document::invalidPath);
            return put(container, step, removed(inner, steps.subList(1, steps.size())));
        }
        return switch (step) {
            case DocumentPath.Step.Field(String name)
            when container.hasM() -> {
                Map<String, AttributeValue> map = new TreeMap<>(container.m());
                map.remove(name);
                yield AttributeValue.fromM(map);
            }
            case DocumentPath.Step.Element(int index)
            when container.hasL() -> {
                List<AttributeValue> list = new ArrayList<>(container.l());
                if (index < list.size()) {
                    list.remove(index);
                }
                yield AttributeValue.fromL(list);
            }
            default -> throw invalidPath();
        };
    }

    private static InvalidExpression invalidPath() {
        return new InvalidExpression("The document path provided in the update expression is invalid for update");
    }
}
