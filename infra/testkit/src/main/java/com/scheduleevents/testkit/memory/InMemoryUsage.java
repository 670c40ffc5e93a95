package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageKey;
import com.scheduleevents.domain.usage.UsageRowWriter;
import com.scheduleevents.domain.usage.UsageRows;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Counted usage in memory. */
public final class InMemoryUsage implements UsageRows, UsageRowWriter {

    private record Place<K>(AccountId account, K key) {}

    private record Written(Usage usage, Instant began) {}

    private final Map<Place<UsageKey>, Written> rows = new HashMap<>();
    private final Map<Place<UsageDay>, Instant> claimed = new HashMap<>();
    private final Map<Place<UsageDay>, Instant> finished = new HashMap<>();

    @Override
    public synchronized Map<UsageDay, Instant> counted(AccountId account, UsageDay from, UsageDay to) {
        return finished.entrySet().stream()
                .filter(day -> day.getKey().account().equals(account))
                .filter(day -> isBetween(day.getKey().key(), from, to))
                .collect(Collectors.toMap(day -> day.getKey().key(), Map.Entry::getValue));
    }

    @Override
    public synchronized List<ClinicUsage> newestFirst(
            AccountId account, UsageDay from, UsageDay to, Optional<UsageKey> before, int max) {
        return rows.entrySet().stream()
                .filter(row -> row.getKey().account().equals(account))
                .filter(row -> isBetween(row.getKey().key().day(), from, to))
                .filter(row -> before.isEmpty() || row.getKey().key().compareTo(before.get()) < 0)
                .map(row -> new ClinicUsage(row.getKey().key(), row.getValue().usage()))
                .sorted(Comparator.comparing(ClinicUsage::key).reversed())
                .limit(max)
                .toList();
    }

    @Override
    public synchronized Map<UsageKey, Usage> find(AccountId account, Set<UsageKey> keys) {
        if (keys.size() > MAX_KEYS) {
            throw new IllegalArgumentException("at most " + MAX_KEYS);
        }
        return keys.stream()
                .filter(key -> rows.containsKey(new Place<>(account, key)))
                .collect(Collectors.toMap(key -> key, key -> written(new Place<>(account, key))));
    }

    @Override
    public synchronized Claim claim(AccountId account, UsageDay day, Instant began) {
        Place<UsageDay> place = new Place<>(account, day);
        Instant before = claimed.get(place);
        if (before != null && before.isAfter(began)) {
            return Claim.OVERTAKEN;
        }
        claimed.put(place, began);
        return Objects.equals(before, finished.get(place)) ? Claim.ALONE : Claim.DISPUTED;
    }

    @Override
    public synchronized Map<ClinicId, Usage> written(AccountId account, UsageDay day) {
        return newestFirst(account, day, day, Optional.empty(), Integer.MAX_VALUE).stream()
                .collect(Collectors.toMap(row -> row.key().clinic(), ClinicUsage::usage));
    }

    @Override
    public synchronized boolean put(AccountId account, UsageKey key, Usage usage, Instant began) {
        Place<UsageKey> place = new Place<>(account, key);
        Written before = rows.get(place);
        if (before != null && before.began().isAfter(began)) {
            return false;
        }
        rows.put(place, new Written(usage, began));
        return true;
    }

    @Override
    public synchronized void finish(AccountId account, UsageDay day, Instant began) {
        Place<UsageDay> place = new Place<>(account, day);
        if (began.equals(claimed.get(place))) {
            finished.put(place, began);
        }
    }

    private Usage written(Place<UsageKey> place) {
        return Objects.requireNonNull(rows.get(place)).usage();
    }

    private static boolean isBetween(UsageDay day, UsageDay from, UsageDay to) {
        return day.compareTo(from) >= 0 && day.compareTo(to) <= 0;
    }
}
