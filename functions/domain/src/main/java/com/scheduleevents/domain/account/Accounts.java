package com.scheduleevents.domain.account;

import java.util.Optional;
import java.util.Set;

/** Port: the accounts, their clinics and their API keys. */
public interface Accounts {

    /**
     * Finds who an API key stands for, in one read.
     *
     * @param fingerprint the SHA-256 of the secret, {@link ApiKeySecret#fingerprint()}
     */
    Optional<Caller> callerWith(String fingerprint);

    /** Whether the clinic is one of the account's. */
    boolean hasClinic(AccountId account, ClinicId clinic);

    /** Whether the clinic is on the key's list. For keys that have one. */
    boolean keyHasClinic(ApiKeyId key, ClinicId clinic);

    /** The key's list of clinics. For keys that have one. */
    Set<ClinicId> clinicsOf(ApiKeyId key);

    /** The e-mail address of the account's owner; empty when there is no such account. */
    Optional<String> ownerEmail(AccountId account);
}
