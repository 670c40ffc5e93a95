package com.scheduleevents.aws.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ApiKeySecret.Mode;
import com.scheduleevents.domain.account.ApiKeys;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.KeyUses;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.contract.ApiKeysContract;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DynamoApiKeysTest extends ApiKeysContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Instant NOW = Instant.parse("2026-11-21T09:30:00Z");
    private static final ClinicId HARBOUR = new ClinicId("cln_harbour");

    private final AccountId account = new AccountId("acc_" + UUID.randomUUID());
    private final AccountId other = new AccountId("acc_" + UUID.randomUUID());
    private final DynamoApiKeys keys = new DynamoApiKeys(TABLES.dynamoDb(), TABLES.named("AccountsTable"));
    private final KeyAdmin admin = new KeyAdmin(TABLES.dynamoDb(), TABLES.named("AccountsTable"));
    private final DynamoAccounts accounts = new DynamoAccounts(TABLES.dynamoDb(), TABLES.named("AccountsTable"));

    @BeforeEach
    void open() {
        open(account, "owner@example.com", Set.of(HARBOUR));
        open(other, "other@example.com", Set.of());
    }

    @Override
    protected Accounts accounts() {
        return accounts;
    }

    @Override
    protected ApiKeys keys() {
        return keys;
    }

    @Override
    protected KeyUses uses() {
        return accounts;
    }

    @Override
    protected void open(AccountId of, String ownerEmail, Set<ClinicId> clinics) {
        AccountAdmin opening = new AccountAdmin(TABLES.dynamoDb(), TABLES.named("AccountsTable"));
        opening.openAccount(of, ownerEmail, "One");
        clinics.forEach(clinic -> opening.addClinic(of, clinic));
    }

    @Test
    void aKeyIsFoundAsItWasIssued() {
        ApiKeySecret secret = secret();
        NewApiKey issued = key("a", new Clinics.Listed(Set.of(HARBOUR)), Optional.of(NOW.plusSeconds(60)));
        admin.issue(issued, secret);

        ApiKey found = keys.find(account, issued.id()).orElseThrow();

        assertThat(found.label()).contains("Key a");
        assertThat(found.createdAt()).isEqualTo(NOW);
        assertThat(found.revokedAt()).isEmpty();
        assertThat(found.grant()).isEqualTo(accounts.grantOf(secret.fingerprint()));
        assertThat(found.grant().orElseThrow().caller().expiresAt()).contains(NOW.plusSeconds(60));
        assertThat(found.grant().orElseThrow().caller().seesAllClinics()).isFalse();
        assertThat(accounts.clinicsOf(issued.id())).containsExactly(HARBOUR);
        assertThat(keys.find(other, issued.id())).isEmpty();
        assertThat(keys.all(other)).isEmpty();
    }

    @Test
    void moreKeysThanOneReadTakesAreAllFound() {
        IntStream.range(100, 205).forEach(i -> admin.issue(key("k" + i), secret()));
        assertThat(keys.newestFirst(account, Optional.empty(), 200))
                .hasSize(105)
                .allSatisfy(key -> assertThat(key.grant()).isPresent());
        assertThat(keys.count(account)).isEqualTo(105);
    }

    @Test
    void ofAllThatCountedTheSameKeysOneIsIssued() throws InterruptedException, ExecutionException {
        AccountTerms terms = accounts.terms(account).orElseThrow();
        CountDownLatch start = new CountDownLatch(1);
        try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
            List<Future<Boolean>> tries = IntStream.range(0, 4)
                    .mapToObj(i -> pool.submit(() -> {
                        start.await();
                        return keys.issue(key("race" + i), secret(), terms);
                    }))
                    .toList();
            start.countDown();
            int issued = 0;
            for (Future<Boolean> one : tries) {
                issued += one.get() ? 1 : 0;
            }
            assertThat(issued).isEqualTo(1);
        }
        assertThat(keys.count(account)).isEqualTo(1);
        assertThat(keys.issue(key("late"), secret(), terms)).isFalse();
        assertThat(keys.issue(key("late"), secret(), accounts.terms(account).orElseThrow()))
                .isTrue();
    }

    @Test
    void noKeyIsIssuedWhereThereIsNoAccountOrForAClinicOfAnother() {
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
        assertThat(keys.issue(nobodys, secret(), new AccountTerms(Optional.empty(), Optional.empty(), 0)))
                .isFalse();
        NewApiKey foreign = key("foreign", new Clinics.Listed(Set.of(new ClinicId("cln_foreign"))), Optional.empty());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> admin.issue(foreign, secret()))
                .withMessageContaining("cln_foreign");
        assertThat(keys.count(account)).isZero();
    }

    @Test
    void aRolledKeyEndsInTheWriteThatIssuesTheNext() {
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
    void anEndIsSetAndTakenAwayUntilTheKeyIsRevoked() {
        ApiKeySecret secret = secret();
        admin.issue(key("a"), secret);
        ApiKeyId id = new ApiKeyId("key_a");

        assertThat(admin.expire(account, id, Optional.of(NOW))).isTrue();
        assertThat(grant(secret).caller().expiresAt()).contains(NOW);
        assertThat(admin.expire(account, id, Optional.empty())).isTrue();
        assertThat(grant(secret).caller().expiresAt()).isEmpty();
        assertThat(admin.label(account, id, "Other")).isTrue();
        assertThat(keys.find(account, id).orElseThrow().label()).contains("Other");

        assertThat(keys.revoke(account, id, NOW)).isTrue();
        assertThat(keys.revoke(account, id, NOW.plusSeconds(1))).isTrue();
        assertThat(keys.find(account, id).orElseThrow().revokedAt()).contains(NOW);
        assertThat(admin.expire(account, id, Optional.empty())).isFalse();
        assertThat(accounts.grantOf(secret.fingerprint())).isEmpty();
        assertThat(keys.revoke(other, id, NOW)).isFalse();
        assertThat(admin.expire(other, id, Optional.empty())).isFalse();
        assertThat(admin.label(other, id, "Other")).isFalse();
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

    private static List<String> ids(List<ApiKey> keys) {
        return keys.stream().map(key -> key.id().value()).toList();
    }

    private static ApiKeySecret secret() {
        return ApiKeySecret.mint(Mode.TEST, RANDOM);
    }
}
