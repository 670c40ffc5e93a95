package com.scheduleevents.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.accounts.DynamoApiKeys;
import com.scheduleevents.aws.accounts.StoredAccounts;
import com.scheduleevents.aws.erasure.DynamoErasures;
import com.scheduleevents.aws.rates.DynamoSharedTokens;
import com.scheduleevents.aws.secrets.DataKeyMaker;
import com.scheduleevents.aws.secrets.StoredDataKeys;
import com.scheduleevents.aws.usage.DynamoUsage;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountState;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.MailRecipient;
import com.scheduleevents.domain.account.OptionalMail;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.erasure.ErasedRows;
import com.scheduleevents.domain.erasure.Erasure;
import com.scheduleevents.domain.rate.Rate;
import com.scheduleevents.domain.rate.RateLimit;
import com.scheduleevents.domain.rate.TokenBucket;
import com.scheduleevents.domain.usage.DayFigures;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageRowWriter;
import com.scheduleevents.domain.usage.UsageRows;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.aws.LocalTables;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tests that rows of earlier versions are read: accounts, clinics and keys, usage, and the data key of the signing secrets. */
@Execution(ExecutionMode.SAME_THREAD) // they share rows
class GoldenAccountRowsTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final AccountId ACCOUNT = new AccountId("acc_demo");
    private static final ClinicId CLINIC = new ClinicId("cln_harbour");
    private static final ApiKeyId KEY = new ApiKeyId("key_1");
    private static final Instant NOW = Instant.parse("2026-11-21T15:00:00Z");

    private final GoldenRows rows = new GoldenRows(TABLES);

    @Test
    void readsAnAccountItsClinicAndItsKeys() {
        rows.putAccounts();
        String table = TABLES.named("AccountsTable");
        DynamoAccounts accounts = new DynamoAccounts(TABLES.dynamoDb(), table);
        Grant grant = new Grant(
                new Caller(
                        ACCOUNT,
                        KEY,
                        Set.of(Scope.EVENTS_READ, Scope.WEBHOOKS_WRITE),
                        false,
                        Optional.of(Instant.parse("2027-11-21T00:00:00Z"))),
                true,
                Optional.of(LocalDate.parse("2026-11-20")),
                Optional.of(50),
                Optional.empty());

        assertThat(accounts.grantOf(GoldenRows.text(rows.row("accounts-v1-key"), "fingerprint")))
                .contains(grant);
        assertThat(accounts.name(ACCOUNT)).contains("Harbour group");
        assertThat(accounts.ownerEmail(ACCOUNT)).contains("owner@example.com");
        assertThat(accounts.terms(ACCOUNT)).contains(new AccountTerms(Optional.of(50), Optional.of(200), 3));
        assertThat(accounts.clinicsOf(ACCOUNT)).containsExactly(CLINIC);
        assertThat(accounts.clinicsOf(KEY)).containsExactly(CLINIC);
        assertThat(accounts.state(ACCOUNT)).contains(AccountState.ACTIVE);
        assertThat(accounts.state(new AccountId("acc_late"))).contains(AccountState.SUSPENDED);
        assertThat(accounts.state(new AccountId("acc_gone"))).contains(AccountState.CLOSED);
        DynamoApiKeys keys = new DynamoApiKeys(TABLES.dynamoDb(), table);
        Instant created = Instant.parse("2026-11-20T13:00:00Z");
        assertThat(keys.all(ACCOUNT))
                .containsExactly(
                        new ApiKey(
                                KEY,
                                Optional.of("Till"),
                                created,
                                Optional.empty(),
                                Optional.of(grant),
                                Optional.empty()),
                        new ApiKey(
                                new ApiKeyId("key_2"),
                                Optional.empty(),
                                created,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of(created.plusSeconds(3600))));
        assertThat(keys.revoke(ACCOUNT, KEY, Origin.operator(NOW))).isTrue();
        assertThat(rows.now("accounts-v1-secret")).isEmpty();

        ApiKeyId all = new ApiKeyId("key_all");
        new StoredAccounts(TABLES)
                .issue(
                        ACCOUNT,
                        all,
                        Set.of(Scope.EVENTS_READ),
                        new Clinics.All(),
                        ApiKeySecret.mint(ApiKeySecret.Mode.TEST, new SecureRandom()));
        assertThat(accounts.registrant(ACCOUNT, all).orElseThrow().clinics())
                .isEqualTo(new Clinics.All(Set.of(new ClinicId("cln_gone"))));
    }

    @Test
    void readsWhoIssuedAndRevokedAKeyAndWhichMailsAnAccountDoesWithout() {
        rows.put("accounts-v2-account");
        rows.put("accounts-v2-key");
        AccountId account = new AccountId("acc_v2");
        String table = TABLES.named("AccountsTable");
        DynamoApiKeys keys = new DynamoApiKeys(TABLES.dynamoDb(), table);

        assertThat(new DynamoAccounts(TABLES.dynamoDb(), table).unwantedMails(account))
                .containsExactlyInAnyOrder(OptionalMail.WEBHOOK_REGISTERED, OptionalMail.KEY_ISSUED);
        assertThat(keys.all(account).getFirst().createdBy()).contains(KEY);
        assertThat(keys.revoke(account, new ApiKeyId("key_3"), Origin.operator(Instant.parse("2026-11-20T15:00:00Z"))))
                .isTrue();
        assertThat(rows.now("accounts-v2-key")).isEmpty();
        assertThat(rows.now("accounts-v4-key_revoked")).isEqualTo(rows.row("accounts-v4-key_revoked"));
        List<ApiKey> revoked = keys.all(account);
        rows.remove("accounts-v4-key_revoked");
        rows.put("accounts-v2-key_revoked");
        assertThat(keys.all(account)).isEqualTo(revoked);
        assertThat(keys.find(account, new ApiKeyId("key_3"))).contains(revoked.getFirst());
        assertThat(keys.count(account)).isZero();
        assertThat(keys.newestFirst(account, Optional.empty(), 9)).isEmpty();
        assertThat(keys.revoke(account, new ApiKeyId("key_3"), Origin.operator(NOW)))
                .isTrue();
        assertThat(rows.now("accounts-v2-key_revoked")).isEqualTo(rows.row("accounts-v2-key_revoked"));
    }

    @Test
    void readsWhoGetsTheMailsOfAnAccount() {
        rows.put("accounts-v3-account");
        assertThat(new DynamoAccounts(TABLES.dynamoDb(), TABLES.named("AccountsTable"))
                        .furtherRecipients(new AccountId("acc_v3")))
                .containsExactly(new MailRecipient("desk@example.com", Set.of(OptionalMail.RECOVERED)));
    }

    @Test
    void readsWhetherTheOrderOfEventsMatters() {
        rows.put("accounts-v3-account");
        rows.put("accounts-v5-account");
        DynamoAccounts accounts = new DynamoAccounts(TABLES.dynamoDb(), TABLES.named("AccountsTable"));

        assertThat(accounts.isOrdered(new AccountId("acc_v5"))).isTrue();
        assertThat(accounts.isOrdered(new AccountId("acc_v3"))).isFalse();
        assertThat(accounts.isOrdered(new AccountId("acc_none"))).isFalse();
    }

    @Test
    void readsAnErasureAndWhichClinicsAreErased() {
        rows.put("accounts-v3-account");
        rows.put("accounts-v6-account");
        Map<String, AttributeValue> row = rows.put("accounts-v6-erasure");
        AccountId account = new AccountId("acc_v6");
        ClinicId clinic = new ClinicId("cln_gone");
        String table = TABLES.named("AccountsTable");
        DynamoErasures erasures = new DynamoErasures(TABLES.dynamoDb(), table, TABLES.named("AuditLogTable"));
        DynamoAccounts accounts = new DynamoAccounts(TABLES.dynamoDb(), table);

        Erasure erasure = new Erasure(
                account,
                Optional.of(clinic),
                "Ticket 7",
                NOW,
                new ErasedRows(1, 2, 3, 4, 5, 6),
                Optional.of(Instant.parse("2026-11-25T08:00:00Z")));
        assertThat(erasures.find(account, Optional.of(clinic))).contains(erasure);
        assertThat(erasures.find(account, Optional.empty())).isEmpty();
        assertThat(erasures.all()).containsExactly(erasure);
        erasures.put(erasure);
        assertThat(rows.now("accounts-v6-erasure")).isEqualTo(row);
        assertThat(accounts.erased(account)).containsExactly(clinic);
        assertThat(accounts.erased(new AccountId("acc_v3"))).isEmpty();
        assertThat(accounts.erased(new AccountId("acc_none"))).isEmpty();
    }

    @Test
    void readsACountedDay() {
        Map<String, AttributeValue> day = rows.put("usage-v1-day");
        Map<String, AttributeValue> clinic = rows.put("usage-v1-clinic");
        DynamoUsage usage = new DynamoUsage(TABLES.dynamoDb(), TABLES.named("UsageTable"));
        UsageDay date = UsageDay.parse("2026-11-20").orElseThrow();

        Instant began =
                Objects.requireNonNull(usage.counted(ACCOUNT, date, date).get(date));
        UsageRows.ClinicUsage read =
                usage.newestFirst(ACCOUNT, date, date, Optional.empty(), 10).getFirst();
        assertThat(usage.claim(ACCOUNT, date, began.minusSeconds(1))).isEqualTo(UsageRowWriter.Claim.OVERTAKEN);
        rows.remove("usage-v1-day");
        rows.remove("usage-v1-clinic");
        usage.claim(ACCOUNT, date, began);
        assertThat(usage.put(ACCOUNT, read.key(), read.usage(), began)).isTrue();
        usage.finish(ACCOUNT, date, began);

        assertThat(rows.now("usage-v1-day")).isEqualTo(day);
        assertThat(rows.now("usage-v1-clinic")).isEqualTo(clinic);
    }

    @Test
    void readsTheFiguresOfAWebhook() {
        Map<String, AttributeValue> row = rows.put("usage-v1-webhook");
        DynamoUsage usage = new DynamoUsage(TABLES.dynamoDb(), TABLES.named("UsageTable"));
        UsageDay date = UsageDay.parse("2026-11-20").orElseThrow();
        WebhookId webhook = new WebhookId("whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB");

        DayFigures read = Objects.requireNonNull(
                usage.find(ACCOUNT, webhook, Set.of(date)).get(date));
        assertThat(read.sum().attempts()).isEqualTo(132);
        rows.remove("usage-v1-webhook");
        usage.put(ACCOUNT, date, webhook, read, Instant.ofEpochMilli(1_795_224_600_000L));

        assertThat(rows.now("usage-v1-webhook")).isEqualTo(row);
    }

    /** The wrapped key is from this run; everything else is from the earlier version. */
    @Test
    void readsADataKey() {
        String table = TABLES.named("DataKeysTable");
        DataKeyMaker maker = new DataKeyMaker(
                TABLES.dynamoDb(), table, TABLES.kms(), LocalTables.WRAPPING_KEY, Clock.fixed(NOW, ZoneOffset.UTC));
        var made = maker.current();
        Map<String, AttributeValue> written = rows.now("datakeys-v1");
        Map<String, AttributeValue> golden = new HashMap<>(rows.row("datakeys-v1"));
        assertThat(written.keySet()).isEqualTo(golden.keySet());

        golden.put("wrapped", written.get("wrapped"));
        rows.put("datakeys-v1", golden);

        assertThat(new StoredDataKeys(TABLES.dynamoDb(), table, TABLES.kms(), LocalTables.WRAPPING_KEY).current())
                .isEqualTo(made);
    }

    @Test
    void readsARequestRate() {
        DynamoSharedTokens tokens = new DynamoSharedTokens(TABLES.dynamoDb(), TABLES.named("RequestRatesTable"));
        RateLimit limit = RateLimit.of(ACCOUNT, new Rate(20));
        TokenBucket full = TokenBucket.full(NOW);
        Map<String, AttributeValue> golden = rows.put("requestrates-v1");

        assertThat(tokens.take(limit, 20, 20, full, NOW).bucket().fullAt()).isEqualTo(NOW.plusSeconds(2));
        rows.remove("requestrates-v1");
        tokens.take(limit, 20, 20, full, NOW);

        assertThat(rows.now("requestrates-v1")).isEqualTo(golden);
    }
}
