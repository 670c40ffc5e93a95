package com.scheduleevents.e2e;

/**
 * An account of one test, so that no other test's events reach its webhooks.
 *
 * @param key an API key for its events and webhooks
 */
record OpenedAccount(String id, String key) {

    private static final String SCOPES = "events:read,events:write,webhooks:read,webhooks:write";

    /** Opens an account with one clinic, as the operator does. */
    static OpenedAccount open(OperatorCalls operator, String name, String clinic) {
        String opened = operator.run(
                "account",
                "open",
                "--email",
                "owner@" + clinic.replace('_', '-') + ".example",
                "--name",
                name,
                "--clinic",
                clinic,
                "--json");
        String id = HttpsClient.parsed(opened).path("account").asText();
        String issued = operator.run("key", "issue", id, "--all-clinics", "--scope", SCOPES, "--json");
        return new OpenedAccount(id, HttpsClient.parsed(issued).path("secret").asText());
    }
}
