package com.scheduleevents.operator.output;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;

/**
 * What something is limited to; where it is not, people read "all", and programs the list as it is.
 *
 * @param values nothing, or {@code *}, where there is no limit
 */
public record Limits(@JsonValue List<String> values) {

    public Limits {
        values = List.copyOf(values);
    }

    @Override
    public String toString() {
        return values.isEmpty() || values.equals(List.of("*")) ? "all" : String.join(", ", values);
    }
}
