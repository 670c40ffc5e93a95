package com.scheduleevents.api.authorizer;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountState;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.MailRecipient;
import com.scheduleevents.domain.account.OptionalMail;
import com.scheduleevents.domain.account.Registrant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Accounts that fail the test when they are read. */
final class FailingAccounts implements Accounts {

    @Override
    public Optional<Grant> grantOf(String fingerprint) {
        throw asked();
    }

    @Override
    public Optional<Grant> grantOf(AccountId account, ApiKeyId key) {
        throw asked();
    }

    @Override
    public Optional<Registrant> registrant(AccountId account, ApiKeyId key) {
        throw asked();
    }

    @Override
    public Optional<AccountState> state(AccountId account) {
        throw asked();
    }

    @Override
    public boolean hasClinic(AccountId account, ClinicId clinic) {
        throw asked();
    }

    @Override
    public boolean keyHasClinic(ApiKeyId key, ClinicId clinic) {
        throw asked();
    }

    @Override
    public Set<ClinicId> clinicsOf(ApiKeyId key) {
        throw asked();
    }

    @Override
    public Set<ClinicId> clinicsAmong(AccountId account, Set<ClinicId> asked) {
        throw asked();
    }

    @Override
    public Set<ClinicId> keyClinicsAmong(ApiKeyId key, Set<ClinicId> asked) {
        throw asked();
    }

    @Override
    public Set<ClinicId> clinicsOf(AccountId account) {
        throw asked();
    }

    @Override
    public Set<ClinicId> erased(AccountId account) {
        throw asked();
    }

    @Override
    public Optional<String> name(AccountId account) {
        throw asked();
    }

    @Override
    public Optional<String> ownerEmail(AccountId account) {
        throw asked();
    }

    @Override
    public Set<OptionalMail> unwantedMails(AccountId account) {
        throw asked();
    }

    @Override
    public List<MailRecipient> furtherRecipients(AccountId account) {
        throw asked();
    }

    @Override
    public boolean isSandbox(AccountId account) {
        throw asked();
    }

    @Override
    public Optional<AccountTerms> terms(AccountId account) {
        throw asked();
    }

    private static AssertionError asked() {
        return new AssertionError("the accounts were asked");
    }
}
