package com.scheduleevents.aws.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ApiKeySecret.Mode;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.testkit.aws.LocalTables;
import java.security.SecureRandom;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests that what is stored of accounts, clinics and API keys is found as the last write left it. */
class DynamoAccountsTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final ClinicId HARBOUR = new ClinicId("cln_harbour");
    private static final ClinicId OLDTOWN = new ClinicId("cln_oldtown");

    private final DynamoAccounts accounts = new DynamoAccounts(TABLES.dynamoDb(), TABLES.named("AccountsTable"));
    private final StoredAccounts stored = new StoredAccounts(TABLES);
    private final AccountId account = new AccountId("acc_" + UUID.randomUUID());
    private final ApiKeySecret secret = ApiKeySecret.mint(Mode.TEST, new SecureRandom());

    @Test
    void findsAnAccountAndItsKey() {
        open();
        stored.issue(account, new ApiKeyId("key_all"), Set.of(Scope.EVENTS_READ), new Clinics.All(), secret);
        assertThat(accounts.grantOf(secret.fingerprint()))
                .contains(Grant.unused(new Caller(account, new ApiKeyId("key_all"), Set.of(Scope.EVENTS_READ), true)));
        assertThat(accounts.ownerEmail(account)).contains("owner@example.com");
        assertThat(accounts.hasClinic(account, HARBOUR)).isTrue();
        assertThat(accounts.hasClinic(account, new ClinicId("cln_other"))).isFalse();
        assertThat(accounts.hasClinic(new AccountId("acc_2"), HARBOUR)).isFalse();
        assertThat(accounts.ownerEmail(new AccountId("acc_2"))).isEmpty();
        assertThat(accounts.grantOf("0".repeat(64))).isEmpty();
    }

    @Test
    void keyHasTheClinicsThatItWasLastIssuedWith() {
        open();
        ApiKeyId key = new ApiKeyId("key_listed");
        issue(key, Set.of(HARBOUR, OLDTOWN));
        issue(key, Set.of(OLDTOWN));
        issue(key, Set.of(OLDTOWN));
        assertThat(accounts.clinicsOf(key)).containsExactly(OLDTOWN);
        assertThat(accounts.keyHasClinic(key, OLDTOWN)).isTrue();
        assertThat(accounts.keyHasClinic(key, HARBOUR)).isFalse();
        assertThat(accounts.grantOf(secret.fingerprint())
                        .map(grant -> grant.caller().seesAllClinics()))
                .contains(false);
    }

    @Test
    void issueRejectsAClinicOfAnotherAccount() {
        open();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> issue(new ApiKeyId("key_wrong"), Set.of(new ClinicId("cln_foreign"))))
                .withMessageContaining("cln_foreign");
        assertThat(accounts.grantOf(secret.fingerprint())).isEmpty();
    }

    private void open() {
        stored.open(account, "owner@example.com");
        stored.add(account, HARBOUR);
        stored.add(account, OLDTOWN);
    }

    private void issue(ApiKeyId key, Set<ClinicId> clinics) {
        stored.issue(account, key, Set.of(Scope.EVENTS_READ), new Clinics.Listed(clinics), secret);
    }
}
