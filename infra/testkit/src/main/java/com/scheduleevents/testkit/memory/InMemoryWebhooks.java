package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.circuit.DueWebhook;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.webhook.CertificateEnd;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.ExternalId;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.LeftOutMails;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookCandidates;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.domain.webhook.WebhookStore.Exhaustion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Webhooks in memory. */
public final class InMemoryWebhooks implements WebhookStore {

    private final Map<WebhookId, Webhook> webhooks = new TreeMap<>();
    private final List<WebhookCandidates.Unreadable> unreadable = new ArrayList<>();
    private final Map<WebhookId, Set<DueMail>> due = new TreeMap<>();
    private final Map<WebhookId, DueMail> told = new TreeMap<>();
    private final Map<WebhookId, LeftOutMails> leftOut = new TreeMap<>();
    private final Map<WebhookId, Instant> claims = new TreeMap<>();
    private final List<String> candidateReads = new ArrayList<>();
    private final List<Webhook> deleted = new ArrayList<>();
    private final Set<AccountId> failing = new HashSet<>();
    private final Set<WebhookId> corrupt = new HashSet<>();
    private int healthWrites;
    private Runnable beforeTheNextWrite = () -> {};

    /** Every webhook of every account, in the order of identifiers. */
    public synchronized List<Webhook> all() {
        return List.copyOf(webhooks.values());
    }

    /** Stores a webhook as if it had been registered. */
    public synchronized void insert(Webhook webhook) {
        webhooks.putIfAbsent(webhook.id(), webhook);
        DueMail.of(webhook).ifPresent(mail -> due.computeIfAbsent(webhook.id(), _ -> new HashSet<>())
                .add(mail));
    }

    /** Makes a webhook's row one that cannot be read. */
    public synchronized void corrupt(WebhookId id) {
        corrupt.add(id);
    }

    /** Makes all rows readable again. */
    public synchronized void repair() {
        corrupt.clear();
    }

    /** The webhook, whether or not its row can be read. */
    public synchronized Optional<Webhook> stored(WebhookId id) {
        return Optional.ofNullable(webhooks.get(id));
    }

    @Override
    public synchronized Optional<Webhook> find(AccountId account, WebhookId id) {
        if (corrupt.contains(id)) {
            throw new UnreadableRow("a row of Webhooks lacks url");
        }
        return Optional.ofNullable(webhooks.get(id))
                .filter(webhook -> webhook.account().equals(account));
    }

    @Override
    public synchronized Optional<Webhook> find(AccountId account, ExternalId id) {
        return webhooks.values().stream()
                .filter(webhook -> webhook.account().equals(account))
                .filter(webhook -> webhook.externalId().equals(Optional.of(id)))
                .findFirst();
    }

    /** Whether another webhook has the external id of this one. */
    synchronized boolean isTaken(Webhook wanted) {
        return wanted.externalId()
                .flatMap(id -> find(wanted.account(), id))
                .filter(found -> !found.id().equals(wanted.id()))
                .isPresent();
    }

    @Override
    public synchronized int count(AccountId account) {
        return Math.toIntExact(webhooks.values().stream()
                .filter(webhook -> webhook.account().equals(account))
                .count());
    }

    /** The reads of candidates since the last call, each an account, with the clinics for which it was read. */
    public synchronized List<String> takeCandidateReads() {
        List<String> taken = List.copyOf(candidateReads);
        candidateReads.clear();
        return taken;
    }

    /** How often somebody tried to write a health. */
    public synchronized int healthWrites() {
        return healthWrites;
    }

    /** Runs before the next health is written, as another writer that is faster. */
    public synchronized void beforeTheNextWrite(Runnable happens) {
        beforeTheNextWrite = happens;
    }

    /** Adds a webhook with an unreadable row to every account. */
    public synchronized void addUnreadable(WebhookId id, String reason) {
        unreadable.add(new WebhookCandidates.Unreadable(id, reason));
    }

    /** From now on the candidates of an account cannot be read. */
    public synchronized void failFor(AccountId account) {
        failing.add(account);
    }

    @Override
    public synchronized List<Webhook> newestFirst(AccountId account, Optional<WebhookId> olderThan, int max) {
        return webhooks.values().stream()
                .filter(webhook -> webhook.account().equals(account))
                .filter(webhook -> olderThan.isEmpty() || webhook.id().compareTo(olderThan.get()) < 0)
                .sorted(Comparator.comparing(Webhook::id).reversed())
                .limit(max)
                .toList();
    }

    @Override
    public synchronized WebhookCandidates candidates(AccountId account, Set<ClinicId> clinics) {
        candidateReads.add(clinics.stream()
                .map(ClinicId::value)
                .sorted()
                .collect(Collectors.joining(" ", account.value() + " ", "")));
        requireReadable(account);
        List<Webhook> found = webhooks.values().stream()
                .filter(webhook -> webhook.account().equals(account))
                .filter(webhook -> webhook.clinic().isEmpty()
                        || clinics.contains(webhook.clinic().get()))
                .toList();
        return new WebhookCandidates(found, unreadable);
    }

    @Override
    public synchronized WebhookCandidates candidates(AccountId account) {
        candidateReads.add(account.value());
        requireReadable(account);
        return new WebhookCandidates(newestFirst(account, Optional.empty(), Integer.MAX_VALUE), unreadable);
    }

    private void requireReadable(AccountId account) {
        if (failing.contains(account)) {
            throw new IllegalStateException("the webhooks of " + account.value() + " cannot be read");
        }
    }

    @Override
    public synchronized boolean delete(AccountId account, WebhookId id, Instant rememberedUntil) {
        return find(account, id).map(_ -> webhooks.remove(id)).isPresent();
    }

    @Override
    public synchronized boolean delete(Webhook last, Instant rememberedUntil) {
        deleted.add(last);
        return delete(last.account(), last.id(), rememberedUntil);
    }

    @Override
    public synchronized boolean deleteUnchanged(Webhook last, Instant rememberedUntil) {
        return find(last.account(), last.id())
                        .filter(webhook -> webhook.version() == last.version())
                        .isPresent()
                && delete(last, rememberedUntil);
    }

    /** The webhooks that were deleted by somebody, with the origins of their deletions. */
    public synchronized List<Webhook> deleted() {
        return List.copyOf(deleted);
    }

    @Override
    public synchronized boolean update(Webhook read, Webhook changed) {
        Optional<Webhook> found = find(changed.account(), changed.id())
                .filter(webhook -> webhook.version() == changed.version() - 1)
                .filter(_ -> !isTaken(changed));
        // A change that does not concern the receiver keeps the health that was stored meanwhile.
        boolean news = !read.health().equals(changed.health());
        found.ifPresent(before -> webhooks.put(
                changed.id(),
                changed.with(
                        news ? changed.health().withRevision(before.health().revision() + 1) : before.health())));
        found.flatMap(_ -> DueMail.of(read, changed))
                .filter(mail -> !mail.isOneTooMany(() -> due(changed.id())))
                .ifPresent(mail ->
                        due.computeIfAbsent(changed.id(), _ -> new HashSet<>()).add(mail));
        return found.isPresent();
    }

    @Override
    public synchronized Written write(Webhook read, HealthChange change) {
        healthWrites++;
        Runnable faster = beforeTheNextWrite;
        beforeTheNextWrite = () -> {};
        faster.run();
        Optional<Webhook> found = find(read.account(), read.id())
                .filter(Webhook::isActive)
                .filter(webhook -> webhook.suspended() == read.suspended())
                .filter(webhook -> webhook.generation() == read.generation());
        if (found.isEmpty()) {
            return new Written.Refused();
        }
        Webhook row = found.get();
        if (row.health().revision() != read.health().revision()) {
            return new Written.Outdated(row);
        }
        Webhook written = row.with(change.health().withRevision(row.health().revision() + 1));
        webhooks.put(read.id(), written);
        due.computeIfAbsent(read.id(), _ -> new HashSet<>()).addAll(change.mails());
        return new Written.Done(written);
    }

    /** Takes the lease of a webhook, unless its due probe has changed. */
    synchronized boolean lease(DueWebhook due, Instant until) {
        Optional<Webhook> found = stored(due.webhook())
                .filter(webhook -> webhook.account().equals(due.account()))
                .filter(webhook -> webhook.health().isLeasedUntil(due.dueAt())
                        || webhook.health().isLeasedUntil(until));
        found.filter(webhook -> !webhook.health().isLeasedUntil(until)).ifPresent(webhook -> {
            Health health = webhook.health();
            webhooks.put(
                    webhook.id(),
                    webhook.with(health.withCircuit(health.circuit(), until).withRevision(health.revision() + 1)));
        });
        return found.isPresent();
    }

    /** The e-mails that are due for a webhook. */
    public synchronized Set<DueMail> due(WebhookId id) {
        return Set.copyOf(due.getOrDefault(id, Set.of()));
    }

    @Override
    public synchronized Exhaustion disable(
            AccountId account, WebhookId id, long generation, Disabling.RetriesExhausted why) {
        Optional<Webhook> found =
                find(account, id).filter(Webhook::isActive).filter(webhook -> webhook.generation() == generation);
        if (found.isEmpty()) {
            return Exhaustion.NOT_CONCERNED;
        }
        if (found.get().suspended() || !found.get().hasSameUrlSince(why.failingSince())) {
            return Exhaustion.BEGINS_ANEW;
        }
        webhooks.put(id, found.get().disabled(why));
        due.computeIfAbsent(id, _ -> new HashSet<>()).add(DueMail.disabled(generation));
        return Exhaustion.DISABLED;
    }

    @Override
    public synchronized void verified(Webhook read) {
        find(read.account(), read.id())
                .filter(webhook -> webhook.url().equals(read.url()))
                .ifPresent(webhook -> webhooks.put(webhook.id(), webhook.verified()));
    }

    @Override
    public synchronized MailClaim claim(AccountId account, WebhookId id, DueMail mail, Instant now, Instant until) {
        if (find(account, id).isEmpty() || !due.getOrDefault(id, Set.of()).contains(mail)) {
            return MailClaim.NOT_DUE;
        }
        if (claims.getOrDefault(id, now).isAfter(now)) {
            return MailClaim.CLAIMED_ELSEWHERE;
        }
        claims.put(id, until);
        return MailClaim.CLAIMED;
    }

    @Override
    public synchronized void release(AccountId account, WebhookId id, Instant until) {
        claims.remove(id, until);
    }

    @Override
    public synchronized void markMailed(AccountId account, WebhookId id, DueMail mail, Instant until) {
        due.computeIfAbsent(id, _ -> new HashSet<>()).remove(mail);
        claims.remove(id, until);
    }

    @Override
    public synchronized void tell(AccountId account, WebhookId id, CertificateEnd end) {
        boolean hasIt = find(account, id)
                .flatMap(webhook -> webhook.settings().certificate())
                .filter(certificate -> certificate.facts().endsAt().equals(end.endsAt()))
                .isPresent();
        if (hasIt && !end.mail().equals(told.put(id, end.mail()))) {
            due.computeIfAbsent(id, _ -> new HashSet<>()).add(end.mail());
        }
    }

    @Override
    public synchronized void leaveOut(AccountId account, WebhookId id, LeftOutMails mails) {
        leftOut.put(id, mails);
        due.computeIfAbsent(id, _ -> new HashSet<>()).removeAll(mails.lapsed());
    }

    /** What is remembered of the e-mails of a webhook that were left out. */
    public synchronized Optional<LeftOutMails> leftOut(WebhookId id) {
        return Optional.ofNullable(leftOut.get(id));
    }
}
