package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a command says that issued a key: the one time that a secret is shown. */
final class Issued {

    private Issued() {}

    /**
     * @param more what the command says besides, before the secret
     */
    static void tell(CommandOutput answer, NewApiKey key, ApiKeySecret secret, Fact... more) {
        Stream<Fact> facts = Stream.of(
                new Fact("account", key.account().value()),
                new Fact("key", key.id().value()),
                new Fact("label", key.label().orElse("")),
                new Fact("scopes", names(key.scopes())),
                new Fact("clinics", clinics(key.clinics())),
                new Fact("expires", time(key.expiresAt())));
        answer.facts(Stream.of(facts, Stream.of(more), Stream.of(new Fact("secret", secret.reveal())))
                .flatMap(part -> part)
                .toList());
        answer.progress("The secret is shown this once: hand it to its holder now.");
    }

    static List<String> names(Set<Scope> scopes) {
        return scopes.stream().map(Scope::wireName).sorted().toList();
    }

    static Object clinics(Clinics clinics) {
        return switch (clinics) {
            case Clinics.All _ -> "all";
            case Clinics.Listed(Set<ClinicId> listed) -> AccountsAccess.sorted(listed);
        };
    }

    static String time(Optional<Instant> time) {
        return time.map(Instant::toString).orElse("");
    }
}
