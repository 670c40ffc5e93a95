package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import com.scheduleevents.operator.tenants.Tenants;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What commands print of API keys. */
final class KeyFacts {

    private KeyFacts() {}

    /** Prints a new key: the only time that its secret is shown. */
    static void print(CommandOutput output, NewApiKey key, ApiKeySecret secret, Fact... more) {
        Stream<Fact> facts = Stream.of(
                TenantFacts.account(key.account()),
                key(key.id()),
                new Fact("label", key.label().orElse("")),
                new Fact("scopes", TenantFacts.names(key.scopes())),
                new Fact("clinics", TenantFacts.shown(key.clinics())),
                new Fact("expires", TenantFacts.time(key.expiresAt())));
        output.facts(Stream.of(facts, Stream.of(more), Stream.of(new Fact("secret", secret.reveal())))
                .flatMap(part -> part)
                .toArray(Fact[]::new));
        output.note("The secret cannot be shown again: pass it on to the holder of the key now.");
    }

    static List<Object> row(Tenants tenants, ApiKey key) {
        Optional<Caller> caller = key.grant().map(Grant::caller);
        return List.of(
                key.id().value(),
                key.label().orElse(""),
                caller.map(grant -> TenantFacts.names(grant.scopes())).orElse(List.of()),
                caller.map(grant -> TenantFacts.shown(tenants.clinicsOf(grant))).orElse(""),
                key.createdAt().truncatedTo(ChronoUnit.SECONDS).toString(),
                TenantFacts.time(caller.flatMap(Caller::expiresAt)),
                key.grant().flatMap(Grant::lastUsedOn).map(LocalDate::toString).orElse(""),
                TenantFacts.time(key.revokedAt()));
    }

    static Fact key(ApiKeyId id) {
        return new Fact("key", id.value());
    }
}
