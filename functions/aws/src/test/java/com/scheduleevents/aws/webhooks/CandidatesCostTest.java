package com.scheduleevents.aws.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.aws.LocalTables;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is read for the events of a batch does not grow with the webhooks that none of them matches. */
class CandidatesCostTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int MANY = 300;
    private static final int CLINICS = 10;

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));

    /** What each query consumed; several are made at once. */
    private final List<Double> units = Collections.synchronizedList(new ArrayList<>());

    private final DynamoWebhooks webhooks =
            new DynamoWebhooks(TABLES.metered((_, capacity) -> units.add(capacity)), TABLES.named("WebhooksTable"));

    @Test
    void eventsOfOneClinicTakeOneQueryOfFewerWebhooksOrThreeHoweverManyOthersHave() {
        registerForOthers(1);
        assertThat(read(1)).isEqualTo(1);
        assertThat(units).hasSize(1);
        registerForOthers(CandidateQueries.FEWER);
        double many = read(1);
        assertThat(units).hasSize(3);
        registerForOthers(MANY);
        assertThat(read(1)).isEqualTo(many);
        assertThat(units).hasSize(3);
    }

    @Test
    void eventsOfSeveralClinicsTakeOneQueryOfAFewWebhooksOrOneForEachClinic() {
        registerForOthers(1);
        read(CLINICS);
        assertThat(units).hasSize(1);
        registerForOthers(CandidateQueries.FEW);
        double many = read(CLINICS);
        assertThat(units).hasSize(1 + CLINICS + 1);
        registerForOthers(MANY);
        assertThat(read(CLINICS)).isEqualTo(many);
        assertThat(units).hasSize(1 + CLINICS + 1);
    }

    @Tag("soak")
    @Test
    void fiveThousandWebhooksOfOthersCostNoMoreThanSixteen() {
        registerForOthers(CandidateQueries.FEW);
        double one = read(1);
        double several = read(CLINICS);
        registerForOthers(5_000);
        assertThat(read(1)).isEqualTo(one);
        assertThat(read(CLINICS)).isEqualTo(several);
    }

    /** What the webhooks for the events of so many clinics cost. */
    private double read(int clinics) {
        Set<ClinicId> recorded = IntStream.range(0, clinics)
                .mapToObj(i -> new ClinicId("cln_" + i))
                .collect(Collectors.toSet());
        units.clear();
        webhooks.candidates(account, recorded);
        return units.stream().mapToDouble(Double::doubleValue).sum();
    }

    private void registerForOthers(int count) {
        Instant now = Instant.now();
        StoredWebhooks.put(
                TABLES,
                Stream.generate(() -> Webhook.registered(
                                account,
                                WebhookId.mint(now, RANDOM),
                                new ApiKeyId("key_1"),
                                new WebhookSettings(
                                        "https://example.com/",
                                        List.of(Webhook.ALL_TYPES),
                                        Optional.of(new ClinicId("cln_of_others")),
                                        Optional.empty()),
                                new Clinics.All(),
                                new SealedSecret(1, "k", "aaa"),
                                now))
                        .limit(count)
                        .toList());
    }
}
