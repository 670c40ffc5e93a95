package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.audit.AuditLog;
import com.scheduleevents.domain.audit.WebhookAudit;
import com.scheduleevents.domain.mail.AddressId;
import com.scheduleevents.domain.mail.AddressState;
import com.scheduleevents.domain.mail.AddressStatus;
import com.scheduleevents.domain.mail.AddressToken;
import com.scheduleevents.domain.mail.MailAddresses;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Addresses in memory. */
public final class InMemoryMailAddresses implements MailAddresses {

    private final Map<String, Row> rows = new HashMap<>();
    private final AuditLog log;

    /** @param log gets what is confirmed and ended */
    public InMemoryMailAddresses(AuditLog log) {
        this.log = log;
    }

    private record Row(
            AddressState state,
            WebhookId webhook,
            Optional<String> token,
            Instant tokenUntil,
            Optional<AddressToken> unsubscribing) {

        Row with(AddressState changed) {
            return new Row(changed, webhook, token, tokenUntil, unsubscribing);
        }

        Row with(AddressToken unsubscribes) {
            return new Row(state, webhook, token, tokenUntil, Optional.of(unsubscribes));
        }

        Row without(AddressStatus status) {
            return new Row(
                    new AddressState(status, state.askedAt(), Optional.empty()),
                    webhook,
                    Optional.empty(),
                    tokenUntil,
                    unsubscribing);
        }
    }

    @Override
    public synchronized Optional<AddressState> find(AccountId account, AddressId address) {
        return Optional.ofNullable(rows.get(key(account, address))).map(Row::state);
    }

    @Override
    public synchronized Map<AddressId, AddressState> findAll(AccountId account, Set<AddressId> addresses) {
        return addresses.stream()
                .filter(address -> rows.containsKey(key(account, address)))
                .collect(Collectors.toUnmodifiableMap(
                        Function.identity(), address -> find(account, address).orElseThrow()));
    }

    @Override
    public synchronized Claim claim(
            AddressToken token, WebhookId webhook, Instant now, Instant until, Instant validUntil, Duration day) {
        Optional<AddressState> known = find(token.account(), token.address());
        if (known.filter(state -> !state.mayBeAsked(now, day)).isPresent()) {
            return known.get().claimedUntil().isPresent() ? Claim.CLAIMED_ELSEWHERE : Claim.NOT_DUE;
        }
        String key = key(token.account(), token.address());
        rows.put(
                key,
                new Row(
                        new AddressState(AddressStatus.PENDING, now, Optional.of(until)),
                        webhook,
                        Optional.of(token.fingerprint()),
                        validUntil,
                        Optional.ofNullable(rows.get(key)).flatMap(Row::unsubscribing)));
        return Claim.CLAIMED;
    }

    @Override
    public synchronized void sent(AddressToken token) {
        claimed(token, Optional.empty());
    }

    @Override
    public synchronized void release(AddressToken token) {
        claimed(token, Optional.of(Instant.EPOCH));
    }

    private void claimed(AddressToken token, Optional<Instant> until) {
        rows.computeIfPresent(
                key(token.account(), token.address()),
                (_, row) -> row.token().filter(token::matches).isEmpty()
                        ? row
                        : row.with(new AddressState(
                                row.state().status(), row.state().askedAt(), until)));
    }

    @Override
    public synchronized boolean confirm(AddressToken token, Instant now) {
        Row row = rows.get(key(token.account(), token.address()));
        if (row == null
                || row.token().filter(token::matches).isEmpty()
                || !row.tokenUntil().isAfter(now)) {
            return false;
        }
        rows.put(key(token.account(), token.address()), row.without(AddressStatus.CONFIRMED));
        put(WebhookAudit.confirmed(token.account(), row.webhook(), token.address(), now));
        return true;
    }

    @Override
    public synchronized Optional<AddressToken> unsubscribing(AddressToken fresh) {
        return Optional.ofNullable(rows.computeIfPresent(
                        key(fresh.account(), fresh.address()),
                        (_, row) -> row.unsubscribing().isPresent() ? row : row.with(fresh)))
                .flatMap(Row::unsubscribing);
    }

    @Override
    public synchronized boolean unsubscribe(AddressToken token, Instant now) {
        Row row = rows.get(key(token.account(), token.address()));
        if (row == null
                || row.unsubscribing()
                        .filter(kept -> token.matches(kept.fingerprint()))
                        .isEmpty()) {
            return false;
        }
        end(token.account(), token.address(), AddressStatus.UNSUBSCRIBED, now);
        return true;
    }

    @Override
    public synchronized boolean end(AccountId account, AddressId address, AddressStatus why, Instant now) {
        Row row = rows.get(key(account, address));
        if (row == null || row.state().status().compareTo(why) >= 0) {
            return false;
        }
        rows.put(key(account, address), row.without(why));
        put(WebhookAudit.ended(account, row.webhook(), address, why, now));
        return true;
    }

    private void put(AuditEntry entry) {
        log.put(entry);
    }

    private static String key(AccountId account, AddressId address) {
        return account.value() + "/" + address.value();
    }
}
