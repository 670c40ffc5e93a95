package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountState;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.KeyUses;
import com.scheduleevents.domain.account.MailRecipient;
import com.scheduleevents.domain.account.OptionalMail;
import com.scheduleevents.domain.account.Registrant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Accounts in memory. */
public final class InMemoryAccounts implements Accounts, KeyUses {

    private final Map<String, Grant> keys = new ConcurrentHashMap<>();
    private final Map<AccountId, Set<ClinicId>> clinics = new ConcurrentHashMap<>();
    private final Map<ApiKeyId, Set<ClinicId>> listed = new ConcurrentHashMap<>();
    private final Map<AccountId, Set<ClinicId>> erased = new ConcurrentHashMap<>();
    private final Map<AccountId, Integer> maxWebhooks = new ConcurrentHashMap<>();
    private final Map<AccountId, Long> counted = new ConcurrentHashMap<>();
    private final Map<AccountId, String> owners = new ConcurrentHashMap<>();
    private final Map<AccountId, AccountState> states = new ConcurrentHashMap<>();
    private final Map<AccountId, Set<OptionalMail>> unwanted = new ConcurrentHashMap<>();
    private final Map<AccountId, List<MailRecipient>> further = new ConcurrentHashMap<>();
    private final Set<AccountId> sandboxes = ConcurrentHashMap.newKeySet();
    private final Set<ApiKeyId> revoked = ConcurrentHashMap.newKeySet();

    /** Opens an account. */
    public InMemoryAccounts with(AccountId account, String ownerEmail, Set<ClinicId> itsClinics) {
        owners.put(account, ownerEmail);
        clinics.put(account, itsClinics);
        return this;
    }

    /** Makes a key. */
    public InMemoryAccounts with(ApiKeySecret secret, Caller caller) {
        return with(secret, Grant.unused(caller));
    }

    /** Makes a key. */
    public InMemoryAccounts with(ApiKeySecret secret, Grant grant) {
        keys.put(secret.fingerprint(), grant);
        return this;
    }

    /** Makes keys whose secrets nobody has. */
    public InMemoryAccounts with(Caller... callers) {
        for (Caller caller : callers) {
            keys.put("secret of " + caller.key().value(), Grant.unused(caller));
        }
        return this;
    }

    /** Gives a key a list of clinics. */
    public InMemoryAccounts with(ApiKeyId key, Set<ClinicId> itsClinics) {
        listed.put(key, itsClinics);
        return this;
    }

    /** Suspends, closes or resumes an account. */
    public InMemoryAccounts with(AccountId account, AccountState state) {
        states.put(account, state);
        return this;
    }

    /** Revokes a key. */
    public InMemoryAccounts without(ApiKeyId key) {
        revoked.add(key);
        return this;
    }

    @Override
    public Optional<Grant> grantOf(String fingerprint) {
        return Optional.ofNullable(keys.get(fingerprint))
                .filter(grant -> !revoked.contains(grant.caller().key()));
    }

    @Override
    public Optional<Grant> grantOf(AccountId account, ApiKeyId key) {
        return keys.values().stream()
                .filter(grant -> grant.caller().account().equals(account)
                        && grant.caller().key().equals(key))
                .filter(_ -> !revoked.contains(key))
                .findFirst();
    }

    /** A key without a list sees all clinics. */
    @Override
    public Optional<Registrant> registrant(AccountId account, ApiKeyId key) {
        return state(account).flatMap(state -> grantOf(account, key)
                .map(grant -> new Registrant(
                        grant,
                        listed.containsKey(key) ? new Clinics.Listed(clinicsOf(key)) : new Clinics.All(),
                        state,
                        terms(account).orElseThrow())));
    }

    @Override
    public Optional<AccountState> state(AccountId account) {
        return ownerEmail(account).map(_ -> states.getOrDefault(account, AccountState.ACTIVE));
    }

    @Override
    public boolean hasClinic(AccountId account, ClinicId clinic) {
        return states.get(account) != AccountState.CLOSED
                && clinics.getOrDefault(account, Set.of()).contains(clinic);
    }

    @Override
    public boolean keyHasClinic(ApiKeyId key, ClinicId clinic) {
        return clinicsOf(key).contains(clinic);
    }

    @Override
    public Set<ClinicId> clinicsAmong(AccountId account, Set<ClinicId> asked) {
        return asked.stream().filter(clinic -> hasClinic(account, clinic)).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Set<ClinicId> keyClinicsAmong(ApiKeyId key, Set<ClinicId> asked) {
        return asked.stream().filter(clinic -> keyHasClinic(key, clinic)).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Set<ClinicId> clinicsOf(ApiKeyId key) {
        return listed.getOrDefault(key, Set.of());
    }

    @Override
    public Set<ClinicId> clinicsOf(AccountId account) {
        return clinics.getOrDefault(account, Set.of());
    }

    @Override
    public Set<ClinicId> erased(AccountId account) {
        return erased.getOrDefault(account, Set.of());
    }

    /** Begins the erasure of former clinics. */
    public InMemoryAccounts erasing(AccountId account, Set<ClinicId> former) {
        erased.put(account, former);
        return this;
    }

    @Override
    public Optional<String> name(AccountId account) {
        return ownerEmail(account).map(email -> "Account of " + email);
    }

    @Override
    public Optional<String> ownerEmail(AccountId account) {
        return Optional.ofNullable(owners.get(account));
    }

    @Override
    public Set<OptionalMail> unwantedMails(AccountId account) {
        return unwanted.getOrDefault(account, Set.of());
    }

    @Override
    public List<MailRecipient> furtherRecipients(AccountId account) {
        return further.getOrDefault(account, List.of());
    }

    @Override
    public boolean isSandbox(AccountId account) {
        return sandboxes.contains(account);
    }

    /** Makes an account a sandbox. */
    public InMemoryAccounts sandbox(AccountId account) {
        sandboxes.add(account);
        return this;
    }

    /** Sets who gets an account's e-mails besides its owner. */
    public InMemoryAccounts alsoTo(AccountId account, MailRecipient... recipients) {
        further.put(account, List.of(recipients));
        return this;
    }

    /** Sets the e-mails that the owner of an account does not want. */
    public InMemoryAccounts withoutMails(AccountId account, Set<OptionalMail> mails) {
        unwanted.put(account, mails);
        return this;
    }

    @Override
    public Optional<AccountTerms> terms(AccountId account) {
        return ownerEmail(account)
                .map(_ -> new AccountTerms(
                        Optional.empty(),
                        Optional.ofNullable(maxWebhooks.get(account)),
                        counted.getOrDefault(account, 0L)));
    }

    /** Sets how many webhooks an account may have. */
    public InMemoryAccounts limit(AccountId account, int webhooks) {
        maxWebhooks.put(account, webhooks);
        return this;
    }

    /** Increments a counter of the account. */
    void counted(AccountId account) {
        counted.merge(account, 1L, Long::sum);
    }

    @Override
    public void used(String fingerprint, LocalDate day) {
        keys.computeIfPresent(
                fingerprint,
                (_, grant) -> grant.lastUsedOn().filter(day::isBefore).isPresent()
                        ? grant
                        : new Grant(
                                grant.caller(),
                                grant.accountSuspended(),
                                Optional.of(day),
                                grant.requestsPerSecond(),
                                grant.keyRequestsPerSecond()));
    }
}
