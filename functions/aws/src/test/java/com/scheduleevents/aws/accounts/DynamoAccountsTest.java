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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DynamoAccountsTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final AccountId ACCOUNT = new AccountId("acc_1");
    private static final ClinicId HARBOUR = new ClinicId("cln_harbour");
    private static final ClinicId OLDTOWN = new ClinicId("cln_oldtown");

    private final DynamoAccounts accounts = new DynamoAccounts(TABLES.dynamoDb(), TABLES.named("AccountsTable"));
    private final StoredAccounts stored = new StoredAccounts(TABLES);
    private final ApiKeySecret secret = ApiKeySecret.mint(Mode.TEST, new SecureRandom());

    @Test
    void anAccountAndItsKeyAreFound() {
        open();
        stored.issue(ACCOUNT, new ApiKeyId("key_all"), Set.of(Scope.EVENTS_READ), new Clinics.All(), secret);
        assertThat(accounts.grantOf(secret.fingerprint()))
                .contains(Grant.unused(new Caller(ACCOUNT, new ApiKeyId("key_all"), Set.of(Scope.EVENTS_READ), true)));
        assertThat(accounts.ownerEmail(ACCOUNT)).contains("owner@example.com");
        assertThat(accounts.hasClinic(ACCOUNT, HARBOUR)).isTrue();
        assertThat(accounts.hasClinic(ACCOUNT, new ClinicId("cln_other"))).isFalse();
        assertThat(accounts.hasClinic(new AccountId("acc_2"), HARBOUR)).isFalse();
        assertThat(accounts.ownerEmail(new AccountId("acc_2"))).isEmpty();
        assertThat(accounts.grantOf("0".repeat(64))).isEmpty();
    }

    @Test
    void aKeysListIsWhatItWasIssuedWithLast() {
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
    void aKeyIsNeverIssuedForAClinicOfAnotherAccount() {
        open();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> issue(new ApiKeyId("key_wrong"), Set.of(new ClinicId("cln_foreign"))))
                .withMessageContaining("cln_foreign");
        assertThat(accounts.grantOf(secret.fingerprint())).isEmpty();
    }

    private void open() {
        stored.open(ACCOUNT, "owner@example.com");
        stored.add(ACCOUNT, HARBOUR);
        stored.add(ACCOUNT, OLDTOWN);
    }

    private void issue(ApiKeyId key, Set<ClinicId> clinics) {
        stored.issue(ACCOUNT, key, Set.of(Scope.EVENTS_READ), new Clinics.Listed(clinics), secret);
    }
}
