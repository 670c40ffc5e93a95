package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.MailRecipient;
import com.scheduleevents.domain.account.OptionalMail;
import com.scheduleevents.operator.tenants.Tenants;
import com.scheduleevents.terminal.CommandFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A change of the e-mails that an address of an account gets.
 *
 * @param without the e-mails that it does not get
 * @param address the address; empty for the owner's
 * @param removed whether it gets no e-mail any more
 */
record MailChange(Set<OptionalMail> without, Optional<String> address, boolean removed) {

    void apply(Tenants tenants, AccountId account) {
        Optional<String> owner = tenants.reader().ownerEmail(account);
        if (address.isEmpty() || address.equals(owner)) {
            if (removed) {
                throw new CommandFailure("The owner's address cannot be removed; account change sets another one.");
            }
            tenants.admin().withoutMails(account, without);
            return;
        }
        List<MailRecipient> recipients = new ArrayList<>(tenants.reader().furtherRecipients(account));
        boolean known = recipients.removeIf(recipient -> recipient.address().equals(address.get()));
        if (removed && !known) {
            throw new CommandFailure("The account " + account.value() + " has no such address.");
        }
        if (!removed) {
            recipients.add(new MailRecipient(address.get(), without));
        }
        if (recipients.size() >= MailRecipient.MOST_OF_AN_ACCOUNT) {
            throw new CommandFailure("An account has at most " + MailRecipient.MOST_OF_AN_ACCOUNT
                    + " addresses, that of its owner included: remove one first.");
        }
        tenants.admin().setRecipients(account, recipients);
    }
}
