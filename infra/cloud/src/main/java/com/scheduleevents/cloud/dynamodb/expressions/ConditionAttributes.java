package com.scheduleevents.cloud.dynamodb.expressions;

import java.util.Set;
import java.util.TreeSet;

/** Determines which attributes a condition uses. */
final class ConditionAttributes {

    private final Set<String> found = new TreeSet<>();

    private ConditionAttributes() {}

    static Set<String> of(Condition condition) {
        ConditionAttributes attributes = new ConditionAttributes();
        attributes.visit(condition);
        return attributes.found;
    }

    private void visit(Condition condition) {
        switch (condition) {
            case Condition.And(Condition left, Condition right) -> {
                visit(left);
                visit(right);
            }
            case Condition.Or(Condition left, Condition right) -> {
                visit(left);
                visit(right);
            }
            case Condition.Not(Condition inner) -> visit(inner);
            case Condition.Compared(Operand left, String _, Operand right) -> {
                visit(left);
                visit(right);
            }
            case Condition.Between(Operand operand, Operand low, Operand high) -> {
                visit(operand);
                visit(low);
                visit(high);
            }
            case Condition.Exists(DocumentPath path) -> found.add(path.attribute());
            case Condition.BeginsWith(Operand operand, Operand prefix) -> {
                visit(operand);
                visit(prefix);
            }
            case Condition.Contains(Operand operand, Operand element) -> {
                visit(operand);
                visit(element);
            }
        }
    }

    private void visit(Operand operand) {
        switch (operand) {
            case Operand.Part(DocumentPath path) -> found.add(path.attribute());
            case Operand.Size(DocumentPath path) -> found.add(path.attribute());
            case Operand.Given _ -> {}
        }
    }
}
