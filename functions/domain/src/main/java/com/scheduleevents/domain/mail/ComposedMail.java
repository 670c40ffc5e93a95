package com.scheduleevents.domain.mail;

import java.util.List;

/**
 * An e-mail that is ready to be sent: written from a {@link Notice}.
 *
 * @param to at least one address; all of them can see one another
 * @param subject one line
 * @param text the body as plain text
 * @param html the body as an HTML page that refers to no other resource
 * @param unsubscribing how its readers can get no more of its kind
 */
public record ComposedMail(List<String> to, String subject, String text, String html, Unsubscribing unsubscribing) {

    /** How the readers of an e-mail can get no more of its kind. */
    public sealed interface Unsubscribing {

        /** Not at all: the service has promised it. */
        record Impossible() implements Unsubscribing {}

        /**
         * With an e-mail to whoever operates the service.
         *
         * @param subject says which e-mails are meant
         */
        record ByMail(String subject) implements Unsubscribing {}

        /**
         * With a POST to a URL, which a mail program can send without showing anything (RFC 8058). Its page asks first.
         *
         * @param url has the token of the address
         */
        record ByLink(String url) implements Unsubscribing {

            /** Omits the URL. */
            @Override
            public String toString() {
                return "ByLink[…]";
            }
        }
    }

    public ComposedMail {
        to = List.copyOf(to);
    }

    /** Omits the addresses and the text, which must not be logged. */
    @Override
    public String toString() {
        return "ComposedMail[…]";
    }
}
