package com.scheduleevents.delivery.notifier;

import com.scheduleevents.aws.records.UnprocessableRecord;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.mail.AccountRecipients;
import com.scheduleevents.domain.mail.AddressId;
import com.scheduleevents.domain.mail.AddressState;
import com.scheduleevents.domain.mail.AddressStatus;
import com.scheduleevents.domain.mail.AddressToken;
import com.scheduleevents.domain.mail.ComposedMail.Unsubscribing;
import com.scheduleevents.domain.mail.ConfirmationTimes;
import com.scheduleevents.domain.mail.DailyMailLimit.Share;
import com.scheduleevents.domain.mail.MailAddresses;
import com.scheduleevents.domain.mail.MailFeedback;
import com.scheduleevents.domain.mail.Notice;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether the address of a webhook gets e-mails: once its owner has confirmed it, until an e-mail comes back for good or is
 * reported as unwanted. The account's own addresses always do.
 */
final class NotifiedAddresses {

    private static final Logger LOG = LoggerFactory.getLogger(NotifiedAddresses.class);

    /** As long as the function's timeout: the message may exist twice, and each e-mail is sent once. */
    private static final Duration CLAIM = Duration.ofSeconds(30);

    private final MailAddresses addresses;
    private final Accounts accounts;
    private final MailHandOver handOver;
    private final MailComposer mails;
    private final ConfirmationTimes times;
    private final Clock clock;
    private final RandomGenerator random;

    /** @param random a cryptographic source */
    NotifiedAddresses(
            MailAddresses addresses,
            Accounts accounts,
            MailHandOver handOver,
            MailComposer mails,
            ConfirmationTimes times,
            Clock clock,
            RandomGenerator random) {
        this.addresses = addresses;
        this.accounts = accounts;
        this.handOver = handOver;
        this.mails = mails;
        this.times = times;
        this.clock = clock;
        this.random = random;
    }

    /**
     * The addresses of an account.
     *
     * @throws UnprocessableRecord when it does not exist
     */
    static AccountRecipients ofAccount(AccountId account, Accounts accounts) {
        return AccountRecipients.of(account, accounts)
                .orElseThrow(() -> new UnprocessableRecord("account " + account.value() + " has no owner to e-mail"));
    }

    /**
     * Whether an e-mail may be sent to the address of its webhook, and how its reader can get no more. The owner of an address that was set before addresses were confirmed has
     * never been asked, and is asked in its place.
     */
    Optional<Unsubscribing> allow(Notice.Copy copy) {
        if (ofAccount(copy.account(), accounts).has(copy.address())) {
            return Optional.of(MailWording.unsubscribing(copy));
        }
        AddressId address = AddressId.of(copy.account(), copy.address());
        Optional<AddressState> state = addresses.find(copy.account(), address);
        if (state.isEmpty()) {
            ask(new Notice.Confirmation(copy.account(), copy.of().about().webhook(), copy.address()));
        }
        Optional<Unsubscribing> confirmed = state.map(AddressState::status)
                .filter(AddressStatus.CONFIRMED::equals)
                .flatMap(_ -> unsubscribing(copy.account(), address));
        if (confirmed.isEmpty()) {
            LOG.info(
                    "left out the e-mail {} about {} to its own address, which is not confirmed",
                    copy.of().due().name(),
                    copy.of().about().webhook().value());
        }
        return confirmed;
    }

    /**
     * Sends the owner of an address a link to confirm it, unless that is of no use.
     *
     * @throws RuntimeException when SES did not accept the e-mail, or another mailer is sending one
     */
    void ask(Notice.Confirmation asked) {
        AccountId account = asked.account();
        if (ofAccount(account, accounts).has(asked.address())) {
            return;
        }
        AddressToken token = AddressToken.mint(account, AddressId.of(account, asked.address()), random);
        Instant now = clock.instant();
        Instant validUntil = now.plus(times.validity());
        switch (addresses.claim(token, asked.webhook(), now, now.plus(CLAIM), validUntil, times.day())) {
            case CLAIMED -> send(asked, token, validUntil);
            case CLAIMED_ELSEWHERE ->
                throw new IllegalStateException("another mailer is sending a link to the same address");
            case NOT_DUE ->
                LOG.info(
                        "the address of {} is confirmed or ended, or was sent a link today",
                        asked.webhook().value());
        }
    }

    private Optional<Unsubscribing> unsubscribing(AccountId account, AddressId address) {
        return addresses
                .unsubscribing(AddressToken.mint(account, address, random))
                .map(mails::unsubscribing);
    }

    /** A claim without an e-mail is released, so that the next try need not wait for its end. */
    private void send(Notice.Confirmation asked, AddressToken token, Instant validUntil) {
        try {
            if (handOver.admit(asked, Share.CONFIRMATION)
                    .flatMap(_ -> handOver.admit(asked, Share.WEBHOOK))
                    .isEmpty()) {
                addresses.release(token);
                return;
            }
            Unsubscribing unsubscribing = unsubscribing(asked.account(), token.address())
                    .orElseThrow(() -> new IllegalStateException("the address was forgotten while it was asked"));
            handOver.send(asked.account(), mails.write(asked, token, validUntil, unsubscribing));
        } catch (RuntimeException e) {
            addresses.release(token);
            throw e;
        }
        addresses.sent(token);
        LOG.info("sent a link to the address of {}", asked.webhook().value());
    }

    /**
     * Ends the addresses of an e-mail that came back. The account's own stay, because they are told when a webhook is disabled.
     *
     * @throws UnprocessableRecord for one of these: a dead-letter message alarms the operator. Once another address is set, it can be
     *     redriven
     */
    void handle(MailFeedback feedback) {
        AccountId account = feedback.account();
        Optional<AccountRecipients> own = AccountRecipients.of(account, accounts);
        boolean ofAccount = false;
        for (String address : feedback.addresses()) {
            if (own.filter(recipients -> recipients.has(address)).isPresent()) {
                ofAccount = true;
            } else if (addresses.end(account, AddressId.of(account, address), feedback.why(), clock.instant())) {
                LOG.info("ended an address of a webhook of {}: {}", account.value(), feedback.why());
            }
        }
        if (ofAccount) {
            throw new UnprocessableRecord("an e-mail to an address of account " + account.value() + " came back ("
                    + feedback.why().wireName() + "); set another address, then redrive this");
        }
    }
}
