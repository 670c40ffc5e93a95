package com.scheduleevents.aws.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.usage.DayFigures;
import com.scheduleevents.domain.usage.FigureRows;
import com.scheduleevents.domain.usage.FigureRows.Sums;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageKey;
import com.scheduleevents.domain.usage.UsageRowWriter;
import com.scheduleevents.domain.usage.UsageRowWriter.Claim;
import com.scheduleevents.domain.usage.UsageRows;
import com.scheduleevents.domain.webhook.WebhookId;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The contract of {@link UsageRows} with {@link UsageRowWriter}. */
abstract class UsageRowsContract {

    private static final UsageDay DAY = UsageDay.parse("2026-11-18").orElseThrow();
    private static final Instant NIGHT = Instant.parse("2026-11-21T01:30:00Z");

    private final AccountId account = new AccountId("acc_" + Long.toHexString(new SecureRandom().nextLong()));

    /** The rows, with none of new accounts. */
    protected abstract UsageRows rows();

    /** The figures of webhooks. */
    protected abstract FigureRows figures();

    /** What writes them. */
    protected abstract UsageRowWriter writer();

    /**
     * The result of the first claim of a day. A writer that did not receive the response to its claim repeats it, takes its own
     * earlier claim for another writer's, and then only writes more than it needs to.
     */
    protected Claim firstClaim() {
        return Claim.ALONE;
    }

    @Test
    void laterCountWinsWhoeverWritesLast() {
        Instant later = NIGHT.plusMillis(1);
        UsageKey key = key(0, "cln_1");
        Usage first = new Usage(1, 0, 0, 0);
        Usage second = new Usage(2, 1, 0, 1);

        assertThat(writer().claim(account, DAY, NIGHT)).isEqualTo(firstClaim());
        assertThat(writer().put(account, key, first, NIGHT)).isTrue();
        assertThat(writer().claim(account, DAY, later)).isEqualTo(Claim.DISPUTED);
        assertThat(writer().put(account, key, second, later)).isTrue();
        assertThat(writer().put(account, key, first, NIGHT)).isFalse();
        writer().finish(account, DAY, NIGHT);
        assertThat(rows().counted(account, DAY, DAY)).isEmpty();
        writer().finish(account, DAY, later);

        assertThat(rows().counted(account, DAY, DAY)).containsEntry(DAY, later);
        assertThat(writer().written(account, DAY)).containsEntry(key.clinic(), second);
        assertThat(writer().claim(account, DAY, NIGHT)).isEqualTo(Claim.OVERTAKEN);
        assertThat(writer().claim(account, DAY, later.plusMillis(1))).isEqualTo(firstClaim());
    }

    @Test
    void newestFirstListsRowsInPages() {
        List<UsageKey> keys = List.of(key(-1, "cln_2"), key(0, "cln_1"), key(0, "cln_2"), key(1, "cln_1"));
        keys.forEach(key -> writer().put(account, key, new Usage(4, 1, 2, 3), NIGHT));

        assertThat(keysFrom(Optional.empty(), 9)).isEqualTo(keys.subList(0, 3).reversed());
        assertThat(keysFrom(Optional.empty(), 2)).isEqualTo(keys.subList(1, 3).reversed());
        assertThat(keysFrom(Optional.of(keys.get(2)), 9))
                .isEqualTo(keys.subList(0, 2).reversed());
        assertThat(rows().find(account, Set.copyOf(keys)).keySet()).containsExactlyInAnyOrderElementsOf(keys);
        assertThat(rows().find(account, Set.of(key(9, "cln_1")))).isEmpty();
        assertThat(rows().find(new AccountId(account.value() + "x"), Set.copyOf(keys)))
                .isEmpty();
    }

    @Test
    void figuresOfALaterCountStayWhoeverWritesLast() {
        WebhookId webhook = new WebhookId("whk_1");
        put(webhook, 0, figures(8, 2), NIGHT.plusMillis(1));
        put(webhook, 0, figures(9, 1), NIGHT);
        put(webhook, -1, figures(7, 5), NIGHT);

        assertThat(figures().find(account, webhook, Set.of(DAY, DAY.plus(-1), DAY.plus(-2))))
                .containsOnly(Map.entry(DAY, figures(8, 2)), Map.entry(DAY.plus(-1), figures(7, 5)));
        put(webhook, 0, figures(9, 1), NIGHT.plusMillis(2));
        assertThat(figures().find(account, webhook, Set.of(DAY))).containsEntry(DAY, figures(9, 1));
        assertThat(figures().find(account, new WebhookId("whk_2"), Set.of(DAY))).isEmpty();
    }

    @Test
    void figuresOfTheAccountAreTheSumOfThoseOfItsWebhooks() {
        put(new WebhookId("whk_1"), 0, figures(8, 2), NIGHT);
        put(new WebhookId("whk_2"), 0, figures(8, 3), NIGHT);
        put(new WebhookId("whk_2"), -1, figures(7, 5), NIGHT);
        put(new WebhookId("whk_2"), -2, figures(6, 1), NIGHT);
        put(new WebhookId("whk_2"), 1, figures(6, 1), NIGHT);
        writer().put(account, key(0, "cln_1"), new Usage(4, 1, 2, 3), NIGHT);

        assertThat(figures().sum(account, DAY.plus(-1), DAY, 3))
                .isEqualTo(new Sums(Map.of(DAY, figures(8, 5), DAY.plus(-1), figures(7, 5)), 3, true));
        assertThat(figures().sum(account, DAY.plus(-1), DAY, 2).complete()).isFalse();
        assertThat(figures().sum(account, DAY.plus(-1), DAY, 2).days()).containsOnlyKeys(DAY);
        assertThat(figures()
                        .sum(new AccountId(account.value() + "x"), DAY, DAY, 9)
                        .days())
                .isEmpty();
    }

    private void put(WebhookId webhook, int day, DayFigures figures, Instant began) {
        writer().put(account, DAY.plus(day), webhook, figures, began);
    }

    private static DayFigures figures(int hour, long delivered) {
        return DayFigures.parse(hour + "=" + delivered + " 0 0 " + delivered + " 0 12:" + delivered);
    }

    private List<UsageKey> keysFrom(Optional<UsageKey> before, int max) {
        return rows().newestFirst(account, DAY.plus(-1), DAY, before, max).stream()
                .map(UsageRows.ClinicUsage::key)
                .toList();
    }

    private static UsageKey key(int day, String clinic) {
        return new UsageKey(DAY.plus(day), new ClinicId(clinic));
    }
}
