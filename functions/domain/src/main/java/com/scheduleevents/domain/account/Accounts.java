package com.scheduleevents.domain.account;

import java.util.Optional;
import java.util.Set;

/** Port: the accounts, their clinics and their API keys. */
public interface Accounts {

    /**
     * Finds what an API key's secret opens, in one read; expired and suspended ones too.
     *
     * @param fingerprint the SHA-256 of the secret, {@link ApiKeySecret#fingerprint()}
     */
    Optional<Grant> grantOf(String fingerprint);

    /** The key as it is to register a webhook; empty when the account has no such key, or no longer. */
    Optional<Registrant> registrant(AccountId account, ApiKeyId key);

    /** Whether the account is served; empty when there is no such account. */
    Optional<AccountState> state(AccountId account);

    /** Whether the clinic is one of the account's, which is not closed. */
    boolean hasClinic(AccountId account, ClinicId clinic);

    /** Whether the clinic is on the key's list. For keys that have one. */
    boolean keyHasClinic(ApiKeyId key, ClinicId clinic);

    /**
     * Which of some clinics are the account's, in one read.
     *
     * @param asked at most 100
     */
    Set<ClinicId> clinicsAmong(AccountId account, Set<ClinicId> asked);

    /**
     * Which of some clinics are on the key's list, in one read. For keys that have one.
     *
     * @param asked at most 100
     */
    Set<ClinicId> keyClinicsAmong(ApiKeyId key, Set<ClinicId> asked);

    /** The key's list of clinics. For keys that have one. */
    Set<ClinicId> clinicsOf(ApiKeyId key);

    /** The account's clinics. */
    Set<ClinicId> clinicsOf(AccountId account);

    /** What people call the account; empty when there is no such account. */
    Optional<String> name(AccountId account);

    /** The e-mail address of the account's owner; empty when there is no such account. */
    Optional<String> ownerEmail(AccountId account);

    /** What the operator set for the account; empty when there is no such account. */
    Optional<AccountTerms> terms(AccountId account);
}
