package com.scheduleevents.simulation.promises;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The API keys that accounts issued by the API, with those of links, and what the audit log must say of them. */
public final class ObservedApiKeys {

    private static final String ISSUED = "api_key.issued";
    private static final Set<String> OF_KEYS = Set.of(ISSUED, "api_key.revoked");

    /** Who issues the keys of the links in e-mails. */
    private static final String SERVICE = "service";

    private final Ledger ledger;
    private final Map<String, Map<String, IssuedApiKey>> byAccount = new TreeMap<>();
    private final Map<String, Integer> doubtful = new HashMap<>();

    ObservedApiKeys(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Somebody is told that it was issued. */
    public void add(String account, IssuedApiKey key) {
        byAccount.computeIfAbsent(account, _ -> new TreeMap<>()).put(key.id(), key);
    }

    /** A request to issue a key was refused after an earlier try of it may have issued one, whose id nobody knows. */
    public void mayHaveIssuedAnother(String account) {
        doubtful.merge(account, 1, Integer::sum);
    }

    /** Those of an account that somebody was told of. */
    public Collection<IssuedApiKey> of(String account) {
        return byAccount.getOrDefault(account, Map.of()).values();
    }

    /**
     * A request that needs no scope was answered, or refused for its key.
     *
     * @param asked when it was made
     * @param shown the account and the key, as the response shows them; empty when it was refused
     */
    public void answered(String account, IssuedApiKey key, Instant asked, Instant now, Optional<JsonNode> shown) {
        if (shown.isEmpty() ? key.mustWork(now) : key.mustNotWork(asked)) {
            ledger.breaks(
                    Promise.KEYS_WORK_UNTIL_REVOKED,
                    key.id(),
                    (shown.isEmpty() ? "it is refused" : "it still works") + " for a request of " + asked);
        }
        shown.filter(json -> !json.path("id").asText().equals(account)
                        || !json.at("/api_key/id").asText().equals(key.id())
                        || !texts(json.at("/api_key/scopes")).equals(key.scopes()))
                .ifPresent(json -> ledger.breaks(
                        Promise.KEYS_WORK_UNTIL_REVOKED,
                        key.id(),
                        "it was issued for " + account + " with " + new TreeSet<>(key.scopes()) + ", and opens "
                                + json));
    }

    /**
     * All keys of an account were listed.
     *
     * @param asked when they were asked for
     */
    public void listed(String account, Collection<JsonNode> keys, Instant asked, Instant now) {
        Set<String> ids = keys.stream().map(key -> key.path("id").asText()).collect(Collectors.toSet());
        for (IssuedApiKey key : of(account)) {
            boolean listed = ids.contains(key.id());
            if (listed ? key.isSurelyRevokedBefore(asked) : key.mustBeListed(now)) {
                ledger.breaks(
                        Promise.KEYS_WORK_UNTIL_REVOKED,
                        key.id(),
                        (listed ? "it was revoked, and is listed" : "it is not listed") + " at " + asked);
            }
        }
    }

    /** No key was issued or revoked that nobody asked for. */
    void check(String account, List<JsonNode> entries) {
        Map<String, IssuedApiKey> known = byAccount.getOrDefault(account, Map.of());
        Set<String> confirmed = ledger.confirmedChanges().stream()
                .map(change -> change.subject() + change.action())
                .collect(Collectors.toSet());
        Set<String> unknown = new TreeSet<>();
        for (JsonNode entry : entries) {
            String id = entry.path("api_key_id").asText();
            String action = entry.path("action").asText();
            boolean inAnEmail = entry.at("/actor/type").asText().equals(SERVICE) && action.equals(ISSUED);
            if (confirmed.contains(id + action) || inAnEmail || !OF_KEYS.contains(action)) {
                continue;
            }
            Optional<IssuedApiKey> key = Optional.ofNullable(known.get(id));
            if (key.isEmpty()) {
                unknown.add(id);
            } else if (action.equals(ISSUED) || !isExplained(key.get(), entry)) {
                ledger.breaks(Promise.CHANGE_IS_AUDITED, id, "nobody asked for what the audit log has: " + entry);
            }
        }
        if (unknown.size() > doubtful.getOrDefault(account, 0)) {
            ledger.breaks(
                    Promise.CHANGE_IS_AUDITED,
                    account,
                    "the audit log has keys that nobody was told of: " + unknown + "; "
                            + doubtful.getOrDefault(account, 0) + " requests may have issued one");
        }
    }

    /** The service removes the keys of links that have expired when a new key needs their place. */
    private static boolean isExplained(IssuedApiKey key, JsonNode revocation) {
        Instant made = Instant.parse(revocation.path("created_at").asText());
        return key.mayBeRevokedBy(made.plusSeconds(1)) || (key.isOfALink() && key.mayExpireBefore(made));
    }

    private static Set<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).collect(Collectors.toSet());
    }
}
