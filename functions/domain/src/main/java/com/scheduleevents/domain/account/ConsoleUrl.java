package com.scheduleevents.domain.account;

/**
 * The URLs of the console, and of the pages beside it.
 *
 * @param api the base URL of the API, without the version
 */
public record ConsoleUrl(String api) {

    /** The URL of the page, at which a person signs in with an API key. */
    public String page() {
        return api + "/v1/console";
    }

    /**
     * The URL of a page that explains something to customers.
     *
     * @param page the page and a place in it, such as {@code delivery#e-mails}
     */
    public String help(String page) {
        return api + "/v1/docs/" + page;
    }

    /**
     * The URL of one of its pages.
     *
     * @param route the page, such as {@code /webhooks/whk_…}
     */
    public String page(String route) {
        return page() + "#" + route;
    }

    /** A link that signs in. The key is in the fragment, which browsers send to no server. */
    public String with(ApiKeySecret key) {
        return page() + "#token=" + key.reveal();
    }

    /**
     * The URL of the page at which a person confirms an e-mail address.
     *
     * @param token is in the fragment too
     */
    public String confirming(String token) {
        return page() + "#confirm=" + token;
    }

    /**
     * The URL that unsubscribes an e-mail address, for a mail program's POST (RFC 8058), which has no fragment. A browser that opens it is
     * led to a page that asks first.
     *
     * @param token one of those that any number of e-mails contain
     */
    public String unsubscribing(String token) {
        return page() + "/unsubscriptions?token=" + token;
    }

    /** A link that signs in and leads to one of the pages. */
    public String with(ApiKeySecret key, String route) {
        return with(key) + "&page=" + route;
    }
}
