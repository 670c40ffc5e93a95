package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A stretch of written usage, read backwards in time as far as it is needed. All clinics are one query a chunk; a short list
 * of clinics is looked up clinic by clinic and day by day, so that its price does not depend on how many others there are; a
 * long list reads all and leaves out the others.
 */
abstract class UsagePager {

    /** Above this many clinics, looking each of them up costs more than reading past others. */
    static final int MAX_LOOKED_UP = 50;

    private static final int CHUNK = 250;

    private final Deque<UsageRows.Row> read = new ArrayDeque<>();

    /**
     * What to read.
     *
     * @param from the first day
     * @param to the last day
     * @param before only what comes after this, backwards in time
     */
    record Stretch(AccountId account, UsageDay from, UsageDay to, Optional<UsageKey> before) {}

    static UsagePager of(UsageRows rows, Clinics visible, Stretch stretch) {
        return switch (visible) {
            case Clinics.Listed(Set<ClinicId> ids) when ids.size() <= MAX_LOOKED_UP -> new LookedUp(rows, ids, stretch);
            case Clinics.All _, Clinics.Listed _ -> new Walked(rows, visible, stretch);
        };
    }

    /** The next row, which has nothing in it where none is to be shown; empty at the end. */
    final Optional<UsageRows.Row> next() {
        if (read.isEmpty()) {
            read.addAll(more());
        }
        return Optional.ofNullable(read.pollFirst());
    }

    /** What follows, in order; nothing at the end. */
    abstract List<UsageRows.Row> more();

    /** All clinics' rows. */
    private static final class Walked extends UsagePager {

        private final UsageRows rows;
        private final Clinics visible;
        private final Stretch stretch;
        private Optional<UsageKey> before;
        private boolean ended;

        Walked(UsageRows rows, Clinics visible, Stretch stretch) {
            this.rows = rows;
            this.visible = visible;
            this.stretch = stretch;
            this.before = stretch.before();
        }

        @Override
        List<UsageRows.Row> more() {
            if (ended) {
                return List.of();
            }
            List<UsageRows.Row> found =
                    rows.newestFirst(stretch.account(), stretch.from(), stretch.to(), before, CHUNK);
            ended = found.size() < CHUNK;
            before = found.isEmpty() ? before : Optional.of(found.getLast().key());
            return found.stream().map(this::shown).toList();
        }

        private UsageRows.Row shown(UsageRows.Row row) {
            return visible.contains(row.key().clinic()) ? row : new UsageRows.Row(row.key(), Usage.NOTHING);
        }
    }

    /** Some clinics' rows. */
    private static final class LookedUp extends UsagePager {

        private final UsageRows rows;
        private final AccountId account;
        private final Deque<UsageKey> keys;

        LookedUp(UsageRows rows, Set<ClinicId> clinics, Stretch stretch) {
            this.rows = rows;
            this.account = stretch.account();
            this.keys = new ArrayDeque<>(keys(clinics, stretch));
        }

        private static List<UsageKey> keys(Set<ClinicId> clinics, Stretch stretch) {
            return Stream.iterate(stretch.to(), day -> day.compareTo(stretch.from()) >= 0, day -> day.plus(-1))
                    .flatMap(day -> clinics.stream().map(clinic -> new UsageKey(day, clinic)))
                    .filter(key -> stretch.before().isEmpty()
                            || key.compareTo(stretch.before().get()) < 0)
                    .sorted(Comparator.reverseOrder())
                    .toList();
        }

        @Override
        List<UsageRows.Row> more() {
            List<UsageKey> some = IntStream.range(0, Math.min(UsageRows.MAX_KEYS, keys.size()))
                    .mapToObj(_ -> keys.removeFirst())
                    .toList();
            if (some.isEmpty()) {
                return List.of();
            }
            Map<UsageKey, Usage> found = rows.find(account, Set.copyOf(some));
            return some.stream()
                    .map(key -> new UsageRows.Row(key, found.getOrDefault(key, Usage.NOTHING)))
                    .toList();
        }
    }
}
