package com.scheduleevents.aws.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.audit.AuditAction;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.audit.AuditEntry.Detail;
import com.scheduleevents.domain.audit.AuditLog;
import com.scheduleevents.domain.mail.AddressId;
import com.scheduleevents.domain.mail.AddressState;
import com.scheduleevents.domain.mail.AddressStatus;
import com.scheduleevents.domain.mail.AddressToken;
import com.scheduleevents.domain.mail.MailAddresses;
import com.scheduleevents.domain.mail.MailAddresses.Claim;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** How addresses are confirmed and ended, in memory and in DynamoDB. */
abstract class MailAddressesContract {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);
    private static final WebhookId WEBHOOK = new WebhookId("whk_1");

    private final AccountId account = new AccountId("acc_" + UUID.randomUUID());
    private final AddressId address = AddressId.of(account, "desk@example.com");
    private final Random random = new Random(1);

    protected abstract MailAddresses addresses();

    protected abstract AuditLog auditLog();

    private AddressToken mint() {
        return AddressToken.mint(account, address, random);
    }

    private Claim claim(AddressToken token, Instant now) {
        return addresses().claim(token, WEBHOOK, now, now.plusSeconds(30), now.plus(DAY.multipliedBy(7)), DAY);
    }

    private AddressToken asked(Instant now) {
        AddressToken token = mint();
        assertThat(claim(token, now)).isEqualTo(Claim.CLAIMED);
        addresses().sent(token);
        return token;
    }

    private Optional<AddressStatus> status() {
        return addresses().find(account, address).map(AddressState::status);
    }

    @Test
    void aTokenConfirmsItsAddressOnce() {
        assertThat(status()).isEmpty();
        AddressToken token = asked(NOW);
        assertThat(status()).contains(AddressStatus.PENDING);

        assertThat(addresses().confirm(mint(), NOW)).as("another token").isFalse();
        assertThat(addresses().confirm(token, NOW.plusSeconds(60))).isTrue();
        assertThat(status()).contains(AddressStatus.CONFIRMED);
        assertThat(addresses().confirm(token, NOW.plusSeconds(61))).as("once").isFalse();
        assertThat(claim(mint(), NOW.plus(DAY.multipliedBy(9)))).isEqualTo(Claim.NOT_DUE);
        assertThat(auditLog().newestFirst(account, Optional.empty(), 10))
                .singleElement()
                .satisfies(entry -> {
                    assertThat(entry.action()).isEqualTo(AuditAction.ADDRESS_CONFIRMED);
                    assertThat(entry.details()).isEqualTo(Map.of(Detail.WEBHOOK_ID, WEBHOOK.value()));
                    assertThat(entry.origin().at()).isEqualTo(NOW.plusSeconds(60));
                });
    }

    @Test
    void aTokenEndsAfterItsTime() {
        AddressToken token = asked(NOW);
        assertThat(addresses().confirm(token, NOW.plus(DAY.multipliedBy(7)))).isFalse();
        assertThat(addresses().confirm(token, NOW.plus(DAY.multipliedBy(7)).minusMillis(1)))
                .isTrue();
    }

    @Test
    void aTokenServesNeitherAnotherAccountNorAnotherAddress() {
        AddressToken token = asked(NOW);
        AccountId stranger = new AccountId(account.value() + "b");
        String secret = token.reveal().substring(token.reveal().lastIndexOf('.'));
        for (String forged : Set.of(
                stranger.value() + "." + address.value() + secret,
                account.value() + "."
                        + AddressId.of(account, "boss@example.com").value() + secret)) {
            assertThat(addresses().confirm(AddressToken.parse(forged).orElseThrow(), NOW))
                    .isFalse();
        }
        assertThat(addresses().find(stranger, AddressId.of(stranger, "desk@example.com")))
                .isEmpty();
        assertThat(addresses().findAll(account, Set.of(address, AddressId.of(account, "boss@example.com"))))
                .containsOnlyKeys(address);
    }

    @Test
    void theLastTokenIsTheOneThatConfirms() {
        AddressToken first = asked(NOW);
        AddressToken second = asked(NOW.plus(DAY));
        assertThat(addresses().confirm(first, NOW.plus(DAY))).isFalse();
        assertThat(addresses().confirm(second, NOW.plus(DAY))).isTrue();
    }

    @Test
    void asksOnceADayAndOneMailerAtATime() {
        AddressToken token = mint();
        assertThat(claim(token, NOW)).isEqualTo(Claim.CLAIMED);
        assertThat(claim(mint(), NOW.plusSeconds(29))).isEqualTo(Claim.CLAIMED_ELSEWHERE);
        addresses().release(token);
        AddressToken second = mint();
        assertThat(claim(second, NOW.plusSeconds(2))).isEqualTo(Claim.CLAIMED);
        addresses().release(token);
        assertThat(claim(mint(), NOW.plusSeconds(3)))
                .as("only the claim of that token was released")
                .isEqualTo(Claim.CLAIMED_ELSEWHERE);
        assertThat(claim(mint(), NOW.plusSeconds(60))).as("its mailer died").isEqualTo(Claim.CLAIMED);
        assertThat(addresses().confirm(second, NOW.plusSeconds(60))).isFalse();

        AddressToken sent = asked(NOW.plusSeconds(120));
        assertThat(claim(mint(), NOW.plusSeconds(121))).isEqualTo(Claim.NOT_DUE);
        assertThat(claim(mint(), NOW.plusSeconds(119).plus(DAY))).isEqualTo(Claim.NOT_DUE);
        assertThat(addresses().confirm(sent, NOW.plusSeconds(119).plus(DAY))).isTrue();
    }

    @Test
    void aBounceEndsAnAddressUntilItIsConfirmedAgain() {
        addresses().confirm(asked(NOW), NOW);
        assertThat(end(AddressStatus.BOUNCED, NOW.plusSeconds(5))).isTrue();
        assertThat(end(AddressStatus.BOUNCED, NOW.plusSeconds(6)))
                .as("a repeat")
                .isFalse();
        assertThat(status()).contains(AddressStatus.BOUNCED);
        assertThat(auditLog().newestFirst(account, Optional.empty(), 10))
                .extracting(AuditEntry::action)
                .containsExactly(AuditAction.ADDRESS_ENDED, AuditAction.ADDRESS_CONFIRMED);
        assertThat(auditLog()
                        .newestFirst(account, Optional.empty(), 1)
                        .getFirst()
                        .details())
                .containsEntry(Detail.REASON, "bounced");

        AddressToken again = asked(NOW.plus(DAY));
        assertThat(status()).contains(AddressStatus.PENDING);
        assertThat(addresses().confirm(again, NOW.plus(DAY))).isTrue();
        assertThat(status()).contains(AddressStatus.CONFIRMED);
    }

    @Test
    void aBounceOfTheLinkEndsTheAddressToo() {
        AddressToken token = asked(NOW);
        assertThat(end(AddressStatus.BOUNCED, NOW)).isTrue();
        assertThat(addresses().confirm(token, NOW)).isFalse();
        assertThat(claim(mint(), NOW.plusSeconds(60))).isEqualTo(Claim.NOT_DUE);
    }

    @Test
    void aComplaintEndsAnAddressForGood() {
        addresses().confirm(asked(NOW), NOW);
        assertThat(end(AddressStatus.BOUNCED, NOW)).isTrue();
        assertThat(end(AddressStatus.COMPLAINED, NOW.plusSeconds(1))).isTrue();
        assertThat(end(AddressStatus.BOUNCED, NOW.plusSeconds(2))).isFalse();
        assertThat(status()).contains(AddressStatus.COMPLAINED);
        assertThat(claim(mint(), NOW.plus(DAY.multipliedBy(100)))).isEqualTo(Claim.NOT_DUE);
    }

    @Test
    void oneTokenUnsubscribesAnAddressHoweverOftenAndWheneverItIsUsed() {
        assertThat(addresses().unsubscribing(mint()))
                .as("of an unknown address")
                .isEmpty();
        AddressToken confirming = asked(NOW);
        AddressToken token = unsubscribing();
        assertThat(addresses().confirm(token, NOW)).as("it confirms nothing").isFalse();
        assertThat(addresses().confirm(confirming, NOW)).isTrue();
        assertThat(unsubscribing().reveal()).as("it stays the same").isEqualTo(token.reveal());
        for (AddressToken other : Set.of(mint(), confirming)) {
            assertThat(addresses().unsubscribe(other, NOW)).isFalse();
        }
        assertThat(status()).contains(AddressStatus.CONFIRMED);

        assertThat(addresses().unsubscribe(token, NOW.plus(DAY.multipliedBy(400))))
                .isTrue();
        assertThat(addresses().unsubscribe(token, NOW.plus(DAY.multipliedBy(401))))
                .isTrue();
        assertThat(status()).contains(AddressStatus.UNSUBSCRIBED);
        assertThat(claim(mint(), NOW.plus(DAY.multipliedBy(500)))).isEqualTo(Claim.NOT_DUE);
        List<AuditEntry> ended = auditLog().newestFirst(account, Optional.empty(), 10).stream()
                .filter(entry -> entry.action() == AuditAction.ADDRESS_ENDED)
                .toList();
        assertThat(ended).singleElement().satisfies(entry -> {
            assertThat(entry.details()).containsEntry(Detail.REASON, "unsubscribed");
            assertThat(entry.origin().at()).isEqualTo(NOW.plus(DAY.multipliedBy(400)));
        });
    }

    @Test
    void aTokenUnsubscribesNeitherAnotherAccountNorAnotherAddress() {
        asked(NOW);
        AddressToken token = unsubscribing();
        String secret = token.reveal().substring(token.reveal().lastIndexOf('.'));
        AddressId other = AddressId.of(account, "boss@example.com");
        AddressToken ofOther = AddressToken.mint(account, other, random);
        addresses().claim(ofOther, WEBHOOK, NOW, NOW, NOW.plus(DAY), DAY);
        addresses().unsubscribing(ofOther);
        for (String forged : Set.of(
                account.value() + "b." + address.value() + secret, account.value() + "." + other.value() + secret)) {
            assertThat(addresses().unsubscribe(AddressToken.parse(forged).orElseThrow(), NOW))
                    .isFalse();
        }
    }

    /** What is asked again after a bounce has the same link. */
    @Test
    void unsubscribingIsOutweighedByAComplaintAlone() {
        asked(NOW);
        AddressToken token = unsubscribing();
        assertThat(end(AddressStatus.BOUNCED, NOW)).isTrue();
        asked(NOW.plus(DAY));
        assertThat(unsubscribing().reveal()).isEqualTo(token.reveal());
        assertThat(addresses().unsubscribe(token, NOW.plus(DAY))).isTrue();
        assertThat(end(AddressStatus.BOUNCED, NOW.plus(DAY))).isFalse();
        assertThat(status()).contains(AddressStatus.UNSUBSCRIBED);
        assertThat(end(AddressStatus.COMPLAINED, NOW.plus(DAY))).isTrue();
        assertThat(addresses().unsubscribe(token, NOW.plus(DAY)))
                .as("it gets no e-mail")
                .isTrue();
        assertThat(status()).contains(AddressStatus.COMPLAINED);
    }

    private AddressToken unsubscribing() {
        return addresses().unsubscribing(mint()).orElseThrow();
    }

    @Test
    void anUnknownAddressIsNotEnded() {
        assertThat(end(AddressStatus.COMPLAINED, NOW)).isFalse();
        assertThat(status()).isEmpty();
    }

    private boolean end(AddressStatus why, Instant now) {
        return addresses().end(account, address, why, now);
    }
}
