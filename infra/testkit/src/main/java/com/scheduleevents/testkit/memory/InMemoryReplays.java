package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.replay.Replay;
import com.scheduleevents.domain.replay.ReplayId;
import com.scheduleevents.domain.replay.ReplayStore;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Replays in memory. */
public final class InMemoryReplays implements ReplayStore {

    private final Map<ReplayId, Replay> replays = new HashMap<>();
    private final List<AuditEntry> audited = new ArrayList<>();

    @Override
    public synchronized Optional<Replay> start(Replay replay, Instant expiresAt, AuditEntry entry) {
        Optional<Replay> other = replays.values().stream()
                .filter(Replay::isRunning)
                .filter(found -> found.webhook().equals(replay.webhook()))
                .findFirst();
        if (other.isEmpty()) {
            replays.put(replay.id(), replay);
            audited.add(entry);
        }
        return other;
    }

    /** The entries of the audit log that beginnings and cancellations of replays have made. */
    public synchronized List<AuditEntry> audited() {
        return List.copyOf(audited);
    }

    @Override
    public synchronized Optional<Replay> find(WebhookId webhook, ReplayId id) {
        return Optional.ofNullable(replays.get(id))
                .filter(found -> found.webhook().equals(webhook));
    }

    @Override
    public synchronized List<Replay> newestFirst(WebhookId webhook, Optional<ReplayId> olderThan, int max) {
        return replays.values().stream()
                .filter(found -> found.webhook().equals(webhook))
                .filter(found -> olderThan.isEmpty()
                        || found.id().value().compareTo(olderThan.get().value()) < 0)
                .sorted(Comparator.comparing((Replay found) -> found.id().value())
                        .reversed())
                .limit(max)
                .toList();
    }

    @Override
    public synchronized boolean replace(Replay read, Replay now) {
        Optional<Replay> found = find(read.webhook(), read.id())
                .filter(Replay::isRunning)
                .filter(row -> row.progress().steps() == read.progress().steps());
        found.ifPresent(_ -> replays.put(now.id(), now));
        return found.isPresent();
    }

    @Override
    public synchronized boolean cancel(Replay read, Replay cancelled, AuditEntry entry) {
        boolean replaced = replace(read, cancelled);
        if (replaced) {
            audited.add(entry);
        }
        return replaced;
    }
}
