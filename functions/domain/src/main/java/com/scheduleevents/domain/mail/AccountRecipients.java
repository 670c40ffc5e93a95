package com.scheduleevents.domain.mail;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.MailRecipient;
import com.scheduleevents.domain.account.OptionalMail;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The addresses of an account. The operator has set them, so they need no confirmation, and none of them is ever ended.
 *
 * @param all that of its owner first
 */
public record AccountRecipients(List<MailRecipient> all) {

    public AccountRecipients {
        all = List.copyOf(all);
    }

    /** Reads them; empty when the account does not exist. */
    public static Optional<AccountRecipients> of(AccountId account, Accounts accounts) {
        return accounts.ownerEmail(account)
                .map(owner -> new AccountRecipients(Stream.concat(
                                Stream.of(new MailRecipient(owner, accounts.unwantedMails(account))),
                                accounts.furtherRecipients(account).stream())
                        .toList()));
    }

    /** Those that want an e-mail. */
    public List<String> wanting(Optional<OptionalMail> mail) {
        return all.stream()
                .filter(recipient -> recipient.wants(mail))
                .map(MailRecipient::address)
                .distinct()
                .toList();
    }

    /** Whether an address is one of them, in whatever case it is written. */
    public boolean has(String address) {
        return all.stream().anyMatch(recipient -> recipient.address().equalsIgnoreCase(address));
    }
}
