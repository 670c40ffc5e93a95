package com.scheduleevents.domain.account;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An address that gets e-mails about webhooks.
 *
 * @param address the e-mail address
 * @param without the e-mails that it does not get
 */
public record MailRecipient(String address, Set<OptionalMail> without) {

    /** How many addresses an account can have, that of its owner included. */
    public static final int MOST_OF_AN_ACCOUNT = 5;

    /** The longest address that mail servers accept (RFC 5321, section 4.5.3.1.3). */
    private static final int MAX_LENGTH = 254;

    private static final Pattern FORM =
            Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*+"
                    + "@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)++[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?");

    private static final int MAX_LOCAL_PART = 64;

    public MailRecipient {
        without = Set.copyOf(without);
    }

    /** Whether the text is an e-mail address that every mail server accepts. */
    public static boolean isAddress(String text) {
        return text.length() <= MAX_LENGTH
                && text.indexOf('@') <= MAX_LOCAL_PART
                && FORM.matcher(text).matches();
    }

    /**
     * Whether the address gets an e-mail.
     *
     * @param mail which one; empty for those that everybody gets
     */
    public boolean wants(Optional<OptionalMail> mail) {
        return mail.filter(without::contains).isEmpty();
    }

    /** Omits the address. */
    @Override
    public String toString() {
        return "MailRecipient[…]";
    }
}
