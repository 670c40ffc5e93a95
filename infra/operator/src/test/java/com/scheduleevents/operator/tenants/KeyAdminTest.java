package com.scheduleevents.operator.tenants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.scheduleevents.aws.accounts.AccountRowKeys;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.accounts.DynamoApiKeys;
import com.scheduleevents.aws.tables.ClinicsAttribute;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ApiKeySecret.Mode;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.testkit.aws.LocalTables;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class KeyAdminTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Instant NOW = Instant.parse("2026-11-21T09:30:00Z");

    private final AccountId account = new AccountId("acc_" + UUID.randomUUID());
    private final AccountId other = new AccountId("acc_" + UUID.randomUUID());
    private final DynamoApiKeys keys = new DynamoApiKeys(TABLES.dynamoDb(), TABLES.named("AccountsTable"));
    private final KeyAdmin admin = new KeyAdmin(TABLES.dynamoDb(), TABLES.named("AccountsTable"));
    private final DynamoAccounts accounts = new DynamoAccounts(TABLES.dynamoDb(), TABLES.named("AccountsTable"));

    private final ClinicId clinic = new ClinicId("cln_" + UUID.randomUUID());

    @BeforeEach
    void open() {
        AccountAdmin opening = new AccountAdmin(TABLES.dynamoDb(), TABLES.named("AccountsTable"));
        opening.openAccount(account, "owner@example.com", "One");
        opening.addClinic(account, clinic);
        opening.openAccount(other, "other@example.com", "Other");
    }

    @Test
    void issueRejectsAMissingAccountAndAForeignClinic() {
        NewApiKey nobodys = new NewApiKey(
                new AccountId("acc_nobody"),
                new ApiKeyId("key_nobodys"),
                Optional.empty(),
                Set.of(Scope.EVENTS_READ),
                new Clinics.All(),
                NOW,
                Optional.empty());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> admin.issue(nobodys, secret()))
                .withMessageContaining("acc_nobody");
        NewApiKey foreign = key("foreign", new Clinics.Listed(Set.of(new ClinicId("cln_foreign"))), Optional.empty());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> admin.issue(foreign, secret()))
                .withMessageContaining("cln_foreign");
        assertThat(keys.count(account)).isZero();
    }

    @Test
    void rollingAKeyIssuesTheNextAndExpiresTheOldOne() {
        ApiKeySecret secret = secret();
        admin.issue(key("old"), secret);
        ApiKeySecret next = secret();

        admin.roll(key("new"), next, new ApiKeyId("key_old"), NOW);

        assertThat(accounts.grantOf(next.fingerprint()).orElseThrow().caller().isExpired(NOW))
                .isFalse();
        assertThat(accounts.grantOf(secret.fingerprint()).orElseThrow().caller().isExpired(NOW))
                .isTrue();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> admin.roll(key("newer"), secret(), new ApiKeyId("key_none"), NOW));
        assertThat(keys.count(account)).isEqualTo(2);
    }

    @Test
    void expiryCanBeSetAndRemovedUntilTheKeyIsRevoked() {
        ApiKeySecret secret = secret();
        admin.issue(key("a"), secret);
        ApiKeyId id = new ApiKeyId("key_a");

        assertThat(admin.expire(account, id, Optional.of(NOW))).isTrue();
        assertThat(grant(secret).caller().expiresAt()).contains(NOW);
        assertThat(admin.expire(account, id, Optional.empty())).isTrue();
        assertThat(grant(secret).caller().expiresAt()).isEmpty();
        assertThat(admin.label(account, id, "Other")).isTrue();
        assertThat(keys.find(account, id).orElseThrow().label()).contains("Other");

        assertThat(keys.revoke(account, id, Origin.operator(NOW))).isTrue();
        assertThat(admin.expire(account, id, Optional.empty())).isFalse();
        assertThat(admin.expire(other, id, Optional.empty())).isFalse();
        assertThat(admin.label(other, id, "Other")).isFalse();
    }

    @Test
    void restrictedKeySaysForTheAuditLogWhichClinicsItSees() {
        Clinics listed = new Clinics.Listed(Set.of(clinic));
        admin.issue(key("a"), secret());
        assertThat(recorded("key_a")).isEqualTo(new Clinics.All());

        assertThat(admin.restrict(account, new ApiKeyId("key_a"), Optional.empty(), listed))
                .isTrue();

        assertThat(recorded("key_a")).isEqualTo(listed);
    }

    private Clinics recorded(String key) {
        Map<String, AttributeValue> row = TABLES.dynamoDb()
                .getItem(get -> get.tableName(TABLES.named("AccountsTable"))
                        .key(AccountRowKeys.keyOfAccount(account, new ApiKeyId(key))))
                .item();
        return ClinicsAttribute.read(new Row("Accounts", row));
    }

    private Grant grant(ApiKeySecret secret) {
        return accounts.grantOf(secret.fingerprint()).orElseThrow();
    }

    private NewApiKey key(String name) {
        return key(name, new Clinics.All(), Optional.empty());
    }

    private NewApiKey key(String name, Clinics clinics, Optional<Instant> end) {
        return new NewApiKey(
                account,
                new ApiKeyId("key_" + name),
                Optional.of("Key " + name),
                Set.of(Scope.EVENTS_READ),
                clinics,
                NOW,
                end);
    }

    private static ApiKeySecret secret() {
        return ApiKeySecret.mint(Mode.TEST, RANDOM);
    }
}
