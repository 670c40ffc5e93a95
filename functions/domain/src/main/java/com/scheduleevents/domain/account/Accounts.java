package com.scheduleevents.domain.account;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Port: the accounts, their clinics and their API keys. */
public interface Accounts {

    /**
     * Finds what an API key's secret grants, in one read; also for expired keys and suspended accounts.
     *
     * @param fingerprint the SHA-256 of the secret, {@link ApiKeySecret#fingerprint()}
     */
    Optional<Grant> grantOf(String fingerprint);

    /** What a key of the account grants, in two reads; also for expired keys and suspended accounts. Empty when it was revoked. */
    Optional<Grant> grantOf(AccountId account, ApiKeyId key);

    /** Reads the key as the registrant of a webhook; empty when the account has no such key, or it was revoked. */
    Optional<Registrant> registrant(AccountId account, ApiKeyId key);

    /** The state of the account; empty when it does not exist. */
    Optional<AccountState> state(AccountId account);

    /** Whether the clinic belongs to the account, which is not closed. */
    boolean hasClinic(AccountId account, ClinicId clinic);

    /** Whether the clinic is on the list of a key that has one. */
    boolean keyHasClinic(ApiKeyId key, ClinicId clinic);

    /**
     * The subset of clinics that belong to the account, in one read.
     *
     * @param asked at most 100
     */
    Set<ClinicId> clinicsAmong(AccountId account, Set<ClinicId> asked);

    /**
     * The subset of clinics that are on the list of a key that has one, in one read.
     *
     * @param asked at most 100
     */
    Set<ClinicId> keyClinicsAmong(ApiKeyId key, Set<ClinicId> asked);

    /** The list of clinics of a key that has one. */
    Set<ClinicId> clinicsOf(ApiKeyId key);

    /** The account's clinics. */
    Set<ClinicId> clinicsOf(AccountId account);

    /**
     * The account's former clinics whose events nobody may read any more, because they are being erased; one read. None when the account does
     * not exist.
     */
    Set<ClinicId> erased(AccountId account);

    /** The display name of the account; empty when it does not exist. */
    Optional<String> name(AccountId account);

    /** The e-mail address of the account's owner; empty when the account does not exist. */
    Optional<String> ownerEmail(AccountId account);

    /** The e-mails that the account's owner does not want; none by default, and when the account does not exist. */
    Set<OptionalMail> unwantedMails(AccountId account);

    /** Who gets the account's e-mails besides its owner, in the order of their addresses; nobody when the account does not exist. */
    List<MailRecipient> furtherRecipients(AccountId account);

    /**
     * Whether the account is a sandbox: its keys are test keys, and what it uses is not billed. It never changes; false when the account does
     * not exist.
     */
    boolean isSandbox(AccountId account);

    /** The limits and the change counter of the account; empty when it does not exist. */
    Optional<AccountTerms> terms(AccountId account);
}
