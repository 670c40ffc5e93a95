package com.scheduleevents.aws.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ApiKeySecret.Mode;
import com.scheduleevents.domain.account.ApiKeyStore;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.KeyUses;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.contract.ApiKeyStoreContract;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class DynamoApiKeysTest extends ApiKeyStoreContract {

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
        open(account, "owner@example.com", Set.of(HARBOUR));
        open(other, "other@example.com", Set.of());
    }

    @Override
    protected Accounts accounts() {
        return accounts;
    }

    @Override
    protected ApiKeyStore keys() {
        return keys;
    }

    @Override
    protected KeyUses uses() {
        return accounts;
    }

    @Override
    protected void open(AccountId of, String ownerEmail, Set<ClinicId> clinics) {
        stored.open(of, ownerEmail);
        stored.add(of, List.copyOf(clinics));
    }

    @Test
    void findsMoreKeysThanOneReadReturns() {
        IntStream.range(100, 205).forEach(i -> stored.issue(key("k" + i), secret()));
        assertThat(keys.newestFirst(account, Optional.empty(), 200))
                .hasSize(105)
                .allSatisfy(key -> assertThat(key.grant()).isPresent());
        assertThat(keys.count(account)).isEqualTo(105);
    }

    @Test
    void oneOfSeveralConcurrentIssuesSucceeds() throws InterruptedException, ExecutionException {
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
    void issueRejectsAMissingAccountAndAForeignClinic() {
        NewApiKey nobodys = new NewApiKey(
                new AccountId("acc_nobody"),
                id("nobodys"),
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
    void keyIsRevokedOnceAndByItsAccountOnly() {
        ApiKeySecret secret = secret();
        stored.issue(key("a"), secret);
        ApiKeyId id = id("a");

        assertThat(keys.revoke(account, id, Origin.operator(NOW))).isTrue();
        assertThat(keys.revoke(account, id, Origin.operator(NOW.plusSeconds(1))))
                .isTrue();
        assertThat(keys.find(account, id).orElseThrow().revokedAt()).contains(NOW);
        assertThat(accounts.grantOf(secret.fingerprint())).isEmpty();
        assertThat(keys.revoke(other, id, Origin.operator(NOW))).isFalse();
    }

    @Test
    void rowOfALinksKeyExpiresNinetyDaysAfterItsRevocation() {
        Instant later = Instant.parse("2126-11-21T00:00:00Z");
        for (String label : List.of("Console link", "Reception")) {
            stored.issue(
                    new NewApiKey(
                            account,
                            id(String.valueOf(label.length())),
                            Optional.of(label),
                            Set.of(Scope.EVENTS_READ),
                            new Clinics.All(),
                            NOW,
                            Optional.empty()),
                    secret());
            keys.revoke(account, id(String.valueOf(label.length())), Origin.operator(later));
        }

        assertThat(expiry("12")).contains(later.plus(Duration.ofDays(90)));
        assertThat(expiry("9")).isEmpty();
    }

    @Test
    void countReadsNoRevokedKeys() {
        stored.issue(key("live"), secret());
        List<Double> read = new ArrayList<>();
        DynamoApiKeys metered =
                new DynamoApiKeys(TABLES.metered((_, units) -> read.add(units)), TABLES.named("AccountsTable"));
        assertThat(metered.count(account)).isEqualTo(1);
        List<Double> before = List.copyOf(read);
        read.clear();
        IntStream.range(0, 60).forEach(i -> {
            stored.issue(key("revoked" + i), secret());
            keys.revoke(account, id("revoked" + i), Origin.operator(NOW));
        });

        assertThat(metered.count(account)).isEqualTo(1);
        assertThat(read).isEqualTo(before);
        assertThat(keys.all(account)).hasSize(61);
    }

    private Optional<Instant> expiry(String name) {
        return Optional.ofNullable(TABLES.dynamoDb()
                        .getItem(get -> get.tableName(TABLES.named("AccountsTable"))
                                .key(AccountRowKeys.revokedKeyOfAccount(account, id(name))))
                        .item()
                        .get(AccountRowKeys.EXPIRES_AT))
                .map(value -> Instant.ofEpochSecond(Long.parseLong(value.n())));
    }

    @Test
    void allRowsOfAKeyOfTheServiceGoByThemselvesAndThoseOfOthersStay() {
        Instant end = Instant.parse("2100-01-01T00:00:00Z");
        Clinics harbour = new Clinics.Listed(Set.of(HARBOUR));
        ApiKeySecret ofService = secret();
        ApiKeySecret others = secret();
        stored.issue(
                new NewApiKey(
                        account,
                        new ApiKeyId("key_mail" + account.value()),
                        Optional.empty(),
                        Set.of(Scope.WEBHOOKS_READ),
                        harbour,
                        NOW,
                        Optional.of(end),
                        Optional.empty(),
                        Origin.service(NOW)),
                ofService);
        stored.issue(key("other" + account.value(), harbour, Optional.of(end)), others);

        assertThat(rows("key_mail" + account.value(), ofService)).hasSize(3).allSatisfy(row -> assertThat(row)
                .containsEntry(AccountRowKeys.EXPIRES_AT, AttributeValue.fromN(Long.toString(end.getEpochSecond()))));
        assertThat(rows(id("other" + account.value()).value(), others))
                .hasSize(3)
                .noneMatch(row -> row.containsKey(AccountRowKeys.EXPIRES_AT));
    }

    private List<Map<String, AttributeValue>> rows(String id, ApiKeySecret secret) {
        ApiKeyId key = new ApiKeyId(id);
        return Stream.of(
                        AccountRowKeys.keyOfAccount(account, key),
                        AccountRowKeys.secret(secret.fingerprint()),
                        AccountRowKeys.clinicOfKey(key, HARBOUR))
                .map(row -> TABLES.dynamoDb()
                        .getItem(get ->
                                get.tableName(TABLES.named("AccountsTable")).key(row))
                        .item())
                .filter(row -> !row.isEmpty())
                .toList();
    }

    private NewApiKey key(String name) {
        return key(name, new Clinics.All(), Optional.empty());
    }

    private NewApiKey key(String name, Clinics clinics, Optional<Instant> end) {
        return new NewApiKey(
                account, id(name), Optional.of("Key " + name), Set.of(Scope.EVENTS_READ), clinics, NOW, end);
    }

    private static ApiKeySecret secret() {
        return ApiKeySecret.mint(Mode.TEST, RANDOM);
    }
}
