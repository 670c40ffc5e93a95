package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.MailRecipient;
import com.scheduleevents.domain.account.OptionalMail;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import com.scheduleevents.operator.tenants.Tenants;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What commands print of accounts and API keys. */
final class TenantFacts {

    private TenantFacts() {}

    static Fact account(AccountId account) {
        return new Fact("account", account.value());
    }

    static Fact state(Tenants tenants, AccountId account) {
        return new Fact("state", tenants.state(account).wireName());
    }

    static Fact sandbox(Tenants tenants, AccountId account) {
        return new Fact("sandbox", tenants.reader().isSandbox(account));
    }

    static Fact clinics(Tenants tenants, AccountId account) {
        return new Fact("clinics", sorted(tenants.reader().clinicsOf(account)));
    }

    static List<Fact> limits(Tenants tenants, AccountId account) {
        AccountTerms terms = tenants.reader().terms(account).orElseThrow();
        return List.of(
                new Fact("requests_per_second", limit(terms.requestsPerSecond())),
                new Fact("max_webhooks", limit(terms.webhooks())));
    }

    static Fact unwantedMails(Tenants tenants, AccountId account) {
        return new Fact(
                "without_mails",
                tenants.reader().unwantedMails(account).stream()
                        .map(OptionalMail::wireName)
                        .sorted()
                        .toList());
    }

    static Fact recipients(Tenants tenants, AccountId account) {
        return new Fact(
                "also_to",
                tenants.reader().furtherRecipients(account).stream()
                        .map(TenantFacts::recipient)
                        .toList());
    }

    private static String recipient(MailRecipient recipient) {
        String without = recipient.without().stream()
                .map(OptionalMail::wireName)
                .sorted()
                .collect(Collectors.joining(", "));
        return recipient.address() + (without.isEmpty() ? "" : " (without " + without + ")");
    }

    /** What a key sees. */
    static Object shown(Clinics clinics) {
        return switch (clinics) {
            case Clinics.All _ -> "all";
            case Clinics.Listed(var listed) -> sorted(listed);
        };
    }

    static List<String> names(Collection<Scope> scopes) {
        return scopes.stream().map(Scope::wireName).sorted().toList();
    }

    static List<String> sorted(Collection<ClinicId> clinics) {
        return clinics.stream().map(ClinicId::value).sorted().toList();
    }

    static String time(Optional<Instant> time) {
        return time.map(Instant::toString).orElse("");
    }

    static Object limit(Optional<Integer> own) {
        return own.isPresent() ? own.get() : "default";
    }
}
