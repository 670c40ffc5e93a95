package com.scheduleevents.domain.mail;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.id.Identifiers;
import com.scheduleevents.domain.id.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shows that somebody reads the e-mails to one address of one account: their ids and a secret of 256 random bits, separated by dots, so that
 * it serves no other address and no other account. One that confirms the address is in the link of one e-mail and nowhere else; the table
 * has its {@link #fingerprint()}, a hash of the whole. One that unsubscribes it is in every later e-mail.
 */
public final class AddressToken {

    private static final int SECRET_BYTES = 32;

    private static final Pattern FORM = Pattern.compile("([A-Za-z0-9_-]{1,80})\\.([0-9a-f]{32})\\.[A-Za-z0-9_-]{43}");

    private final AccountId account;
    private final AddressId address;
    private final String text;

    private AddressToken(AccountId account, AddressId address, String text) {
        this.account = account;
        this.address = address;
        this.text = text;
    }

    /**
     * Creates a token.
     *
     * @param random a cryptographic source
     */
    public static AddressToken mint(AccountId account, AddressId address, RandomGenerator random) {
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        String text = account.value() + "." + address.value() + "."
                + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        return new AddressToken(account, address, text);
    }

    /** Parses what a client sent; empty when it has another form, so that noise costs no look-up. */
    public static Optional<AddressToken> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches() || !Identifiers.isValid(AccountId.PREFIX, form.group(1))) {
            return Optional.empty();
        }
        return Optional.of(new AddressToken(new AccountId(form.group(1)), new AddressId(form.group(2)), text));
    }

    /** The account whose e-mails the address is to get. */
    public AccountId account() {
        return account;
    }

    /** The address that it confirms or unsubscribes. */
    public AddressId address() {
        return address;
    }

    /** The token itself, for the link. */
    public String reveal() {
        return text;
    }

    /** The SHA-256 of the token in hexadecimal, as the table contains it. */
    public String fingerprint() {
        return Sha256.hex(text);
    }

    /** Whether this is the token with that fingerprint; takes the same time whatever differs. */
    public boolean matches(String fingerprint) {
        return MessageDigest.isEqual(
                fingerprint().getBytes(StandardCharsets.US_ASCII), fingerprint.getBytes(StandardCharsets.US_ASCII));
    }

    /** Omits the token. */
    @Override
    public String toString() {
        return "AddressToken[…]";
    }
}
