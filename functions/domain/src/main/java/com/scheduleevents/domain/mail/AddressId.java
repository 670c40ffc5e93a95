package com.scheduleevents.domain.mail;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.id.Sha256;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What an e-mail address of an account is stored under: a hash, so that neither the table nor a link contains the address.
 *
 * @param value {@value #DIGITS} hexadecimal digits
 */
public record AddressId(String value) {

    private static final int DIGITS = 32;

    private static final Pattern FORM = Pattern.compile("[0-9a-f]{" + DIGITS + "}");

    /** Rejects text of another form. */
    public AddressId {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("not the id of an address: expected " + DIGITS + " hexadecimal digits");
        }
    }

    /** The id of an address, in whatever case it is written: no mail server in use tells two people apart by that. */
    public static AddressId of(AccountId account, String address) {
        return new AddressId(Sha256.hex(account.value() + "\n" + address.toLowerCase(Locale.ROOT))
                .substring(0, DIGITS));
    }

    /** Whether a text has the form of an id. */
    static boolean isOne(String text) {
        return FORM.matcher(text).matches();
    }
}
