package com.scheduleevents.aws.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ApiKeySecret.Mode;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.testkit.aws.LocalTables;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.LocalDate;
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

class DynamoApiKeysTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Instant NOW = Instant.parse("2026-11-21T09:30:00Z");
    private static final ClinicId HARBOUR = new ClinicId("cln_harbour");

    private final AccountId account = new AccountId("acc_" + UUID.randomUUID());
    private final AccountId other = new AccountId("acc_" + UUID.randomUUID());
    private final DynamoApiKeys keys = new DynamoApiKeys(TABLES.dynamoDb(), TABLES.named("AccountsTable"));
    private final StoredAccounts stored = new StoredAccounts(TABLES);
    private final DynamoAccounts accounts = new DynamoAccounts(TABLES.dynamoDb(), TABLES.named("AccountsTable"));

    @BeforeEach
    void open() {
        stored.open(account, "owner@example.com");
        stored.add(account, HARBOUR);
        stored.open(other, "other@example.com");
    }

    @Test
    void aKeyIsFoundAsItWasIssued() {
        ApiKeySecret secret = secret();
        NewApiKey issued = key("a", new Clinics.Listed(Set.of(HARBOUR)), Optional.of(NOW.plusSeconds(60)));
        stored.issue(issued, secret);

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
    void theNewestComeFirstWithoutTheRevokedFromWhereverAPageEnded() {
        List.of("a", "b", "c", "d", "e").forEach(name -> stored.issue(key(name), secret()));
        keys.revoke(account, new ApiKeyId("key_d"), NOW);

        assertThat(ids(keys.newestFirst(account, Optional.empty(), 2))).containsExactly("key_e", "key_c");
        assertThat(ids(keys.newestFirst(account, Optional.of(new ApiKeyId("key_c")), 9)))
                .containsExactly("key_b", "key_a");
        assertThat(ids(keys.newestFirst(account, Optional.of(new ApiKeyId("key_bb")), 9)))
                .containsExactly("key_b", "key_a");
        assertThat(keys.newestFirst(account, Optional.of(new ApiKeyId("key_a")), 9))
                .isEmpty();
        assertThat(keys.newestFirst(other, Optional.of(new ApiKeyId("key_c")), 9))
                .isEmpty();
        assertThat(keys.count(account)).isEqualTo(4);
        assertThat(ids(keys.all(account))).containsExactly("key_a", "key_b", "key_c", "key_d", "key_e");
    }

    @Test
    void moreKeysThanOneReadTakesAreAllFound() {
        IntStream.range(100, 205).forEach(i -> stored.issue(key("k" + i), secret()));
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
        assertThat(keys.issue(nobodys, secret(), new AccountTerms(Optional.empty(), Optional.empty(), 0)))
                .isFalse();
        NewApiKey foreign = key("foreign", new Clinics.Listed(Set.of(new ClinicId("cln_foreign"))), Optional.empty());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> stored.issue(foreign, secret()))
                .withMessageContaining("cln_foreign");
        assertThat(keys.count(account)).isZero();
    }

    @Test
    void aKeyIsRevokedOnceAndOnlyByItsAccount() {
        ApiKeySecret secret = secret();
        stored.issue(key("a"), secret);
        ApiKeyId id = new ApiKeyId("key_a");

        assertThat(keys.revoke(account, id, NOW)).isTrue();
        assertThat(keys.revoke(account, id, NOW.plusSeconds(1))).isTrue();
        assertThat(keys.find(account, id).orElseThrow().revokedAt()).contains(NOW);
        assertThat(accounts.grantOf(secret.fingerprint())).isEmpty();
        assertThat(keys.revoke(other, id, NOW)).isFalse();
    }

    @Test
    void theLastUseIsADayThatOnlyGrowsAndNeverBringsAKeyBack() {
        ApiKeySecret secret = secret();
        stored.issue(key("a"), secret);
        LocalDate day = LocalDate.parse("2026-11-21");

        assertThat(grant(secret).isFirstUseOn(day)).isTrue();
        accounts.used(secret.fingerprint(), day);
        accounts.used(secret.fingerprint(), day);
        accounts.used(secret.fingerprint(), day.minusDays(1));
        assertThat(grant(secret).lastUsedOn()).contains(day);
        assertThat(grant(secret).isFirstUseOn(day)).isFalse();
        assertThat(grant(secret).isFirstUseOn(day.minusDays(1))).isFalse();
        assertThat(grant(secret).isFirstUseOn(day.plusDays(1))).isTrue();

        keys.revoke(account, new ApiKeyId("key_a"), NOW);
        accounts.used(secret.fingerprint(), day.plusDays(1));
        assertThat(accounts.grantOf(secret.fingerprint())).isEmpty();
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
