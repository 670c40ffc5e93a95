package com.scheduleevents.cloud.faults;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Some of the drawn faults: those of some kinds, without those whose ordinals are in some ranges.
 *
 * @param kinds the kinds that happen
 * @param leftOut which of them do not after all
 */
public record FaultChoice(Set<FaultKind> kinds, Set<Range> leftOut) implements FaultFilter {

    /** Immutable. */
    public FaultChoice {
        kinds = Set.copyOf(kinds);
        leftOut = Set.copyOf(leftOut);
    }

    /** All faults of some kinds. */
    public static FaultChoice of(Set<FaultKind> kinds) {
        return new FaultChoice(kinds, Set.of());
    }

    /** The same without a kind. */
    public FaultChoice without(FaultKind kind) {
        EnumSet<FaultKind> others = EnumSet.noneOf(FaultKind.class);
        others.addAll(kinds);
        others.remove(kind);
        return new FaultChoice(others, leftOut);
    }

    /** The same without a range of ordinals, of which the end is no part. */
    public FaultChoice without(long first, long end) {
        return new FaultChoice(
                kinds,
                Set.copyOf(Stream.concat(leftOut.stream(), Stream.of(new Range(first, end)))
                        .toList()));
    }

    @Override
    public boolean lets(long ordinal, FaultKind kind, CallSite site) {
        return kinds.contains(kind) && leftOut.stream().noneMatch(range -> range.contains(ordinal));
    }

    /** Ordinals from the first up to the end, which is no part. */
    public record Range(long first, long end) {

        boolean contains(long ordinal) {
            return first <= ordinal && ordinal < end;
        }
    }
}
