package com.scheduleevents.e2e;

import com.scheduleevents.local.Description;
import java.net.URI;
import java.nio.file.Path;

/**
 * A deployment under test, reached by public means alone.
 *
 * @param api base address of the API, without the version
 * @param key of the account that owns cln_harbour, cln_oldtown and cln_station
 * @param otherKey of the account that owns cln_elsewhere
 * @param receiver a demo receiver
 * @param mailbox a mailbox that owners' e-mails arrive in
 * @param authority PEM file of the authority that the receiver's certificate comes from
 */
public record Target(URI api, String key, String otherKey, URI receiver, URI mailbox, Path authority) {

    static Target of(Description cloud) {
        return new Target(
                cloud.api(),
                cloud.apiKey(),
                cloud.otherApiKey(),
                cloud.receiver(),
                cloud.mailbox(),
                cloud.caCertificate());
    }

    /** What the account of the three clinics can do. */
    Account account() {
        return new Account(new Http(authority), api, key);
    }

    /** What the account of cln_elsewhere can do. */
    Account otherAccount() {
        return new Account(new Http(authority), api, otherKey);
    }
}
