package com.scheduleevents.benchmark.cost;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;

/** How much there was of each thing that is paid for, in the order of the table. */
record Quantities(Map<BillItem, Double> amounts) {

    Quantities {
        amounts = Collections.unmodifiableMap(new LinkedHashMap<>(amounts));
    }

    /** What came on top of an earlier reading. */
    Quantities minus(Quantities earlier) {
        return each((item, amount) -> amount - earlier.of(item));
    }

    Quantities plus(Quantities other) {
        Map<BillItem, Double> all = new LinkedHashMap<>(amounts);
        other.amounts.forEach((item, amount) -> all.merge(item, amount, Double::sum));
        return new Quantities(all);
    }

    Quantities times(double factor) {
        return each((_, amount) -> amount * factor);
    }

    /** Without what costs this price. */
    Quantities without(String price) {
        Map<BillItem, Double> others = new LinkedHashMap<>(amounts);
        others.keySet().removeIf(item -> item.price().equals(price));
        return new Quantities(others);
    }

    double of(BillItem item) {
        return amounts.getOrDefault(item, 0.0);
    }

    /** The amount of what the table calls so. */
    double of(String name) {
        return amounts.entrySet().stream()
                .filter(entry -> entry.getKey().name().equals(name))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    private Quantities each(ToDoubleBiFunction<BillItem, Double> change) {
        Map<BillItem, Double> changed = new LinkedHashMap<>();
        amounts.forEach((item, amount) -> changed.put(item, change.applyAsDouble(item, amount)));
        return new Quantities(changed);
    }
}
