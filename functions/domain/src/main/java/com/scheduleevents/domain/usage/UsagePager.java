package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads the rows of usage in a range of days, newest first and only as far as needed. All clinics are one query per chunk. A list of
 * clinics is looked up by clinic and day, so that neither the cost nor a cursor depends on other clinics.
 */
abstract class UsagePager {

    private static final int CHUNK = 250;

    private final Deque<UsageRows.ClinicUsage> read = new ArrayDeque<>();

    /**
     * The range to read.
     *
     * @param from the first day
     * @param to the last day
     * @param before only rows after this one in the list, which is newest first
     */
    record Stretch(AccountId account, UsageDay from, UsageDay to, Optional<UsageKey> before) {}

    static UsagePager of(UsageRows rows, Clinics visible, Stretch stretch) {
        return switch (visible) {
            case Clinics.Listed(Set<ClinicId> ids) -> new LookedUp(rows, ids, stretch);
            case Clinics.All all -> new Walked(rows, all, stretch);
        };
    }

    /** The next row, without usage when it is not to be shown; empty at the end. */
    final Optional<UsageRows.ClinicUsage> next() {
        if (read.isEmpty()) {
            read.addAll(more());
        }
        return Optional.ofNullable(read.pollFirst());
    }

    /** The next rows in order; empty at the end. */
    abstract List<UsageRows.ClinicUsage> more();

    /** Reads the rows of all clinics. */
    private static final class Walked extends UsagePager {

        private final UsageRows rows;
        private final Clinics.All visible;
        private final Stretch stretch;
        private Optional<UsageKey> before;
        private boolean ended;

        Walked(UsageRows rows, Clinics.All visible, Stretch stretch) {
            this.rows = rows;
            this.visible = visible;
            this.stretch = stretch;
            this.before = stretch.before();
        }

        @Override
        List<UsageRows.ClinicUsage> more() {
            if (ended) {
                return List.of();
            }
            List<UsageRows.ClinicUsage> found =
                    rows.newestFirst(stretch.account(), stretch.from(), stretch.to(), before, CHUNK);
            ended = found.size() < CHUNK;
            before = found.isEmpty() ? before : Optional.of(found.getLast().key());
            return found.stream().map(this::shown).toList();
        }

        private UsageRows.ClinicUsage shown(UsageRows.ClinicUsage row) {
            return visible.contains(row.key().clinic()) ? row : new UsageRows.ClinicUsage(row.key(), Usage.NOTHING);
        }
    }

    /** Looks up the rows of some clinics. */
    private static final class LookedUp extends UsagePager {

        private final UsageRows rows;
        private final AccountId account;
        private final Iterator<UsageKey> keys;

        LookedUp(UsageRows rows, Set<ClinicId> clinics, Stretch stretch) {
            this.rows = rows;
            this.account = stretch.account();
            this.keys = keys(clinics, stretch);
        }

        /** In the order of the rows; made one by one, because a long list has many in a range. */
        private static Iterator<UsageKey> keys(Set<ClinicId> clinics, Stretch stretch) {
            List<ClinicId> ordered = clinics.stream()
                    .sorted(Comparator.comparing(ClinicId::value).reversed())
                    .toList();
            return Stream.iterate(stretch.to(), day -> day.compareTo(stretch.from()) >= 0, day -> day.plus(-1))
                    .flatMap(day -> ordered.stream().map(clinic -> new UsageKey(day, clinic)))
                    .filter(key -> stretch.before().isEmpty()
                            || key.compareTo(stretch.before().get()) < 0)
                    .iterator();
        }

        @Override
        List<UsageRows.ClinicUsage> more() {
            List<UsageKey> some = new ArrayList<>();
            while (some.size() < UsageRows.MAX_KEYS && keys.hasNext()) {
                some.add(keys.next());
            }
            if (some.isEmpty()) {
                return List.of();
            }
            Map<UsageKey, Usage> found = rows.find(account, Set.copyOf(some));
            return some.stream()
                    .map(key -> new UsageRows.ClinicUsage(key, found.getOrDefault(key, Usage.NOTHING)))
                    .toList();
        }
    }
}
