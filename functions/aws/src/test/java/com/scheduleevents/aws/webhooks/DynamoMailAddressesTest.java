package com.scheduleevents.aws.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.audit.DynamoAuditLog;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.audit.AuditLog;
import com.scheduleevents.domain.mail.AddressId;
import com.scheduleevents.domain.mail.AddressToken;
import com.scheduleevents.domain.mail.MailAddresses;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.aws.LocalTables;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class DynamoMailAddressesTest extends MailAddressesContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private final DynamoMailAddresses addresses = new DynamoMailAddresses(
            TABLES.dynamoDb(), TABLES.named("MailAddressesTable"), TABLES.named("AuditLogTable"));

    @Nested
    final class Simulated extends MailAddressesContract {

        private final TestWiring simulated = TestWiring.create();

        @Override
        protected MailAddresses addresses() {
            return simulated.mailAddresses();
        }

        @Override
        protected AuditLog auditLog() {
            return simulated.auditLog();
        }
    }

    @Test
    void forgetsOneAddressOrAllOfAnAccount() {
        AccountId account = new AccountId("acc_" + UUID.randomUUID());
        List<AddressId> asked = Stream.of("a@example.com", "b@example.com", "c@example.com")
                .map(address -> AddressId.of(account, address))
                .toList();
        asked.forEach(address -> addresses.claim(
                AddressToken.mint(account, address, new Random()),
                new WebhookId("whk_1"),
                Instant.EPOCH,
                Instant.EPOCH,
                Instant.EPOCH,
                Duration.ofDays(1)));

        assertThat(addresses.forget(account, asked.getFirst())).isTrue();
        assertThat(addresses.forget(account, asked.getFirst())).isFalse();
        assertThat(addresses.findAll(account, Set.copyOf(asked))).containsOnlyKeys(asked.get(1), asked.get(2));
        addresses.forgetAll(account);
        assertThat(addresses.findAll(account, Set.copyOf(asked))).isEmpty();
    }

    @Override
    protected MailAddresses addresses() {
        return addresses;
    }

    @Override
    protected AuditLog auditLog() {
        return new DynamoAuditLog(TABLES.dynamoDb(), TABLES.named("AuditLogTable"));
    }
}
