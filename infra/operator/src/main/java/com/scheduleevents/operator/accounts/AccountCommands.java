package com.scheduleevents.operator.accounts;

import static com.scheduleevents.operator.accounts.AccountArguments.ACCOUNT;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountState;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.OptionalMail;
import com.scheduleevents.domain.id.Ulids;
import com.scheduleevents.operator.accounts.AccountArguments.DisplayName;
import com.scheduleevents.operator.accounts.AccountArguments.EmailAddress;
import com.scheduleevents.operator.accounts.AccountArguments.Limit;
import com.scheduleevents.operator.accounts.AccountArguments.LimitReader;
import com.scheduleevents.operator.accounts.AccountArguments.MailNames;
import com.scheduleevents.operator.connection.TargetOptions;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import com.scheduleevents.operator.tenants.Tenants;
import com.scheduleevents.terminal.CommandFailure;
import com.scheduleevents.terminal.InvalidArguments;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands on accounts. */
@Command(name = "account", description = AccountCommands.SUMMARY, addMethodSubcommands = false)
public final class AccountCommands {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY = "Opens, shows, changes, limits, suspends and closes accounts.";

    /** The fan-out of an event reads those that may match, of this many webhooks, in three queries. */
    private static final int MAX_WEBHOOKS = 5_000;

    @Command(name = "open", description = "Opens an account. It has no API key yet: see key issue.")
    void open(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Option(
                            names = "--email",
                            required = true,
                            paramLabel = "ADDRESS",
                            converter = EmailAddress.class,
                            description = "The recipient of e-mails about its webhooks.")
                    String email,
            @Option(
                            names = "--name",
                            required = true,
                            paramLabel = "NAME",
                            converter = DisplayName.class,
                            description = "Its display name, which its own users see too.")
                    String name,
            @Option(names = "--id", paramLabel = "ACCOUNT", description = "Its id, acc_…; by default a new one.")
                    Optional<AccountId> id,
            @Option(names = "--clinic", paramLabel = "CLINIC", description = "A clinic of it, cln_…; repeatable.")
                    @Nullable
                    List<ClinicId> clinics,
            @Option(
                            names = "--sandbox",
                            description = "For tests: its keys are test keys, and its usage is never billed.")
                    boolean sandbox) {
        target.run(tenants -> {
            AccountId account =
                    id.orElseGet(() -> new AccountId(Ulids.mint(AccountId.PREFIX, Instant.now(), new SecureRandom())));
            if (tenants.reader().name(account).isPresent()) {
                throw new CommandFailure(
                        "There is an account " + account.value() + " already: choose another --id, or leave it out.");
            }
            if (sandbox) {
                tenants.admin().openSandbox(account, email, name);
            } else {
                tenants.admin().openAccount(account, email, name);
            }
            List<ClinicId> added = Optional.ofNullable(clinics).orElse(List.of());
            added.forEach(clinic -> tenants.admin().addClinic(account, clinic));
            output.facts(
                    TenantFacts.account(account),
                    new Fact("name", name),
                    new Fact("owner_email", email),
                    TenantFacts.sandbox(tenants, account),
                    new Fact("clinics", TenantFacts.sorted(added)));
        });
    }

    @Command(
            name = "show",
            description = "Shows an account: its owner, its clinics, how many valid API keys it has, when the next of"
                    + " them expires, the day of their last use, and its limits.")
    void show(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account) {
        target.run(tenants -> {
            String name = tenants.require(account);
            Instant now = Instant.now();
            List<Grant> valid = tenants.keys().all(account).stream()
                    .map(ApiKey::grant)
                    .flatMap(Optional::stream)
                    .filter(grant -> !grant.caller().isExpired(now))
                    .toList();
            Stream<Fact> own = Stream.of(
                    TenantFacts.account(account),
                    new Fact("name", name),
                    TenantFacts.state(tenants, account),
                    TenantFacts.sandbox(tenants, account),
                    new Fact("owner_email", tenants.reader().ownerEmail(account).orElse("")),
                    TenantFacts.clinics(tenants, account),
                    new Fact("keys", valid.size()),
                    new Fact("next_key_expires", nextExpiry(valid)),
                    new Fact("keys_last_used", lastUse(valid)),
                    TenantFacts.unwantedMails(tenants, account),
                    TenantFacts.recipients(tenants, account));
            output.facts(Stream.concat(own, TenantFacts.limits(tenants, account).stream())
                    .toArray(Fact[]::new));
        });
    }

    @Command(name = "list", description = "Lists all accounts. It reads the whole Accounts table.")
    void list(@Mixin TargetOptions target, @Mixin CommandOutput output) {
        target.run(tenants -> {
            output.table(
                    List.of("account", "name", "state", "clinics"),
                    tenants.admin().accounts().stream()
                            .map(id -> List.<Object>of(
                                    id.value(),
                                    tenants.reader().name(id).orElse(""),
                                    tenants.reader()
                                            .state(id)
                                            .map(AccountState::wireName)
                                            .orElse(""),
                                    tenants.reader().clinicsOf(id).size()))
                            .toList(),
                    "No accounts.");
        });
    }

    @Command(name = "change", description = "Changes the recipient of an account's e-mails, or its display name.")
    void change(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Option(
                            names = "--email",
                            paramLabel = "ADDRESS",
                            converter = EmailAddress.class,
                            description = "The new recipient of e-mails about its webhooks.")
                    Optional<String> email,
            @Option(
                            names = "--name",
                            paramLabel = "NAME",
                            converter = DisplayName.class,
                            description = "Its new display name.")
                    Optional<String> name) {
        if (email.isEmpty() && name.isEmpty()) {
            throw new InvalidArguments("Say what changes: --email, --name, or both.");
        }
        target.run(tenants -> {
            String oldName = tenants.require(account);
            String newName = name.orElse(oldName);
            String newEmail =
                    email.orElseGet(() -> tenants.reader().ownerEmail(account).orElseThrow());
            tenants.admin().openAccount(account, newEmail, newName);
            output.facts(TenantFacts.account(account), new Fact("name", newName), new Fact("owner_email", newEmail));
        });
    }

    @Command(
            name = "limit",
            description = {
                "Sets an account's own limits; default instead of a number restores the service's default.",
                "A new request limit applies within 60 seconds, while the gateway still caches the keys. Existing webhooks"
                        + " beyond a lower limit stay, but no more can be registered."
            })
    void limit(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Option(
                            names = "--requests-per-second",
                            paramLabel = "N",
                            converter = LimitReader.class,
                            description = "How many requests per second all of its keys together may make, 1 to 10000.")
                    Optional<Limit> requests,
            @Option(
                            names = "--webhooks",
                            paramLabel = "N",
                            converter = LimitReader.class,
                            description = "How many webhooks it may have, 0 to 5000.")
                    Optional<Limit> webhooks) {
        if (requests.isEmpty() && webhooks.isEmpty()) {
            throw new InvalidArguments("Say which limit: --requests-per-second, --webhooks or both.");
        }
        requests.ifPresent(limit ->
                AccountArguments.requireRange("--requests-per-second", limit, 1, AccountTerms.MAX_REQUESTS_PER_SECOND));
        webhooks.ifPresent(limit -> AccountArguments.requireRange("--webhooks", limit, 0, MAX_WEBHOOKS));
        target.run(tenants -> {
            tenants.require(account);
            requests.ifPresent(limit -> tenants.admin().limitRequests(account, limit.own()));
            webhooks.ifPresent(limit -> tenants.admin().limitWebhooks(account, limit.own()));
            output.facts(Stream.concat(
                            Stream.of(TenantFacts.account(account)), TenantFacts.limits(tenants, account).stream())
                    .toArray(Fact[]::new));
        });
    }

    @Command(
            name = "mails",
            description = {
                "Sets which e-mails about its webhooks and keys an address of an account does not get.",
                "A change with an API key may show that the key was stolen, so all e-mails are sent unless somebody asked not"
                        + " to get them; no API key can change this. Everybody gets those that say that the service disabled a"
                        + " webhook."
            })
    void mails(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Option(
                            names = "--without",
                            split = ",",
                            paramLabel = "KIND",
                            completionCandidates = MailNames.class,
                            description =
                                    "${COMPLETION-CANDIDATES}; separate several with commas. All others are sent.")
                    @Nullable
                    Set<OptionalMail> unwanted,
            @Option(names = "--all", description = "All of them are sent.") boolean all,
            @Option(
                            names = "--to",
                            paramLabel = "ADDRESS",
                            converter = EmailAddress.class,
                            description = "The address, which is added if it is new; by default the owner's.")
                    Optional<String> address,
            @Option(names = "--remove", description = "The address --to gets no e-mail any more.") boolean remove) {
        if (Stream.of(all, unwanted != null, remove && address.isPresent())
                        .filter(said -> said)
                        .count()
                != 1) {
            throw new InvalidArguments(
                    "Say which e-mails: either --without KIND, or --all, or --remove with an address --to.");
        }
        MailChange change = new MailChange(Optional.ofNullable(unwanted).orElse(Set.of()), address, remove);
        target.run(tenants -> {
            tenants.require(account);
            change.apply(tenants, account);
            output.facts(
                    TenantFacts.account(account),
                    TenantFacts.unwantedMails(tenants, account),
                    TenantFacts.recipients(tenants, account));
        });
    }

    @Command(
            name = "suspend",
            description = {
                "Suspends an account until it is resumed.",
                "Its requests are refused within 60 seconds, while the gateway still caches its keys. Deliveries to its"
                        + " webhooks go to the backlog from now on; its events are recorded as before. The command is"
                        + " idempotent."
            })
    void suspend(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account) {
        target.run(tenants -> {
            tenants.require(account);
            Tenants.requireOpen(account, tenants.changes().suspend(account));
            output.facts(TenantFacts.account(account), TenantFacts.state(tenants, account));
        });
    }

    @Command(
            name = "resume",
            description = {
                "Resumes a suspended account.",
                "Its backlog is delivered, one delivery at first and then faster and faster; its requests are accepted"
                        + " within 60 seconds. The command is idempotent."
            })
    void resume(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account) {
        target.run(tenants -> {
            tenants.require(account);
            Tenants.requireOpen(account, tenants.changes().resume(account));
            output.facts(TenantFacts.account(account), TenantFacts.state(tenants, account));
        });
    }

    @Command(
            name = "close",
            description = {
                "Closes an account permanently.",
                "All its keys are revoked and all its webhooks deleted; no more events are recorded, and none is sent once"
                        + " the command has returned. What is left expires. The command is idempotent."
            })
    void close(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Option(names = "--for-good", description = "Confirm it: a closed account cannot be reopened.")
                    boolean confirmed) {
        if (!confirmed) {
            throw new InvalidArguments("A closed account cannot be reopened: confirm it with --for-good.");
        }
        target.run(tenants -> {
            tenants.require(account);
            Instant removed = tenants.changes().close(account).orElseThrow();
            tenants.deployment().mailAddresses().forgetAll(account);
            output.facts(
                    TenantFacts.account(account),
                    TenantFacts.state(tenants, account),
                    new Fact("removed_after", removed.toString()));
        });
    }

    private static String nextExpiry(List<Grant> keys) {
        return TenantFacts.time(keys.stream()
                .flatMap(grant -> grant.caller().expiresAt().stream())
                .min(Comparator.naturalOrder()));
    }

    private static String lastUse(List<Grant> keys) {
        return keys.stream()
                .flatMap(grant -> grant.lastUsedOn().stream())
                .max(Comparator.naturalOrder())
                .map(LocalDate::toString)
                .orElse("");
    }
}
