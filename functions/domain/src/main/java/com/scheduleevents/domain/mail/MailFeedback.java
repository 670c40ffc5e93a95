package com.scheduleevents.domain.mail;

import com.scheduleevents.domain.account.AccountId;
import java.util.List;

/**
 * What SES tells of an e-mail that it had accepted: that it was refused for good, or that its reader did not want it.
 *
 * @param account for which the e-mail was sent
 * @param why {@link AddressStatus#BOUNCED} or {@link AddressStatus#COMPLAINED}
 * @param addresses that it concerns
 */
public record MailFeedback(AccountId account, AddressStatus why, List<String> addresses) {

    public MailFeedback {
        addresses = List.copyOf(addresses);
    }

    /** Omits the addresses. */
    @Override
    public String toString() {
        return "MailFeedback[" + account.value() + ", " + why + "]";
    }
}
