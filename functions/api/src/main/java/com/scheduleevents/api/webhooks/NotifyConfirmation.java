package com.scheduleevents.api.webhooks;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.MailRecipient;
import com.scheduleevents.domain.mail.AccountRecipients;
import com.scheduleevents.domain.mail.AddressId;
import com.scheduleevents.domain.mail.AddressState;
import com.scheduleevents.domain.mail.AddressStatus;
import com.scheduleevents.domain.mail.ConfirmationTimes;
import com.scheduleevents.domain.mail.MailAddresses;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Shows whether the addresses of webhooks are confirmed, and has their owners sent a link. */
final class NotifyConfirmation {

    private final Accounts accounts;
    private final MailAddresses addresses;
    private final MessageQueue<Notice> mails;
    private final ConfirmationTimes times;
    private final InstantSource clock;

    NotifyConfirmation(
            Accounts accounts,
            MailAddresses addresses,
            MessageQueue<Notice> mails,
            ConfirmationTimes times,
            InstantSource clock) {
        this.accounts = accounts;
        this.addresses = addresses;
        this.mails = mails;
        this.times = times;
        this.clock = clock;
    }

    /** The status of the address of a webhook; empty when it has none. */
    Optional<AddressStatus> statusOf(Webhook webhook) {
        return Optional.ofNullable(
                statuses(List.of(webhook)).get(address(webhook).orElse("")));
    }

    /**
     * The statuses of the addresses that webhooks of one account have, by address.
     *
     * @param webhooks at most 100
     */
    Map<String, AddressStatus> statuses(Collection<Webhook> webhooks) {
        Map<String, AccountId> named = webhooks.stream()
                .filter(webhook -> address(webhook).isPresent())
                .collect(
                        Collectors.toMap(webhook -> address(webhook).orElseThrow(), Webhook::account, (one, _) -> one));
        if (named.isEmpty()) {
            return Map.of();
        }
        AccountId account = named.values().iterator().next();
        Map<AddressId, AddressState> known = addresses.findAll(
                account,
                named.keySet().stream()
                        .map(address -> AddressId.of(account, address))
                        .collect(Collectors.toUnmodifiableSet()));
        Optional<AccountRecipients> own = AccountRecipients.of(account, accounts);
        return named.keySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        address -> address,
                        address -> isOwn(own, address)
                                ? AddressStatus.CONFIRMED
                                : Optional.ofNullable(known.get(AddressId.of(account, address)))
                                        .map(AddressState::status)
                                        .orElse(AddressStatus.PENDING)));
    }

    /** Has the owner of the address sent a link, unless that is of no use. Called for each request that names the address. */
    void ask(Webhook webhook) {
        AccountId account = webhook.account();
        address(webhook)
                .filter(address -> addresses.findAll(account, Set.of(AddressId.of(account, address))).values().stream()
                        .allMatch(state -> state.mayBeAsked(clock.instant(), times.day())))
                .filter(address -> !isOwn(AccountRecipients.of(account, accounts), address))
                .ifPresent(address -> mails.send(new Notice.Confirmation(account, webhook.id(), address)));
    }

    private static boolean isOwn(Optional<AccountRecipients> own, String address) {
        return own.filter(recipients -> recipients.has(address)).isPresent();
    }

    private static Optional<String> address(Webhook webhook) {
        return webhook.settings().notified().map(MailRecipient::address);
    }
}
