package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.Request;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.webhook.Webhook;
import java.util.Arrays;
import java.util.regex.Pattern;

/** Uses the version of a webhook as its entity tag, in the headers {@code ETag} and {@code If-Match} (RFC 9110). */
final class WebhookEntityTags {

    private static final String IF_MATCH = "If-Match";

    /** An asterisk or a list of tags (RFC 9110, sections 8.8.3 and 13.1.1). */
    private static final Pattern FORM =
            Pattern.compile("\\s*(\\*|(W/)?\"[\\x21\\x23-\\x7e]*\"(\\s*,\\s*(W/)?\"[\\x21\\x23-\\x7e]*\")*)\\s*");

    private WebhookEntityTags() {}

    /**
     * Rejects a change that is based on another version of the webhook.
     *
     * @throws ApiException 400 when the header is malformed, 412 when it does not name the present version
     */
    static void requireMatch(Request request, Webhook present) {
        request.header(IF_MATCH).ifPresent(header -> {
            if (!FORM.matcher(header).matches()) {
                throw new ApiException(
                        ErrorCode.INVALID_HEADER,
                        IF_MATCH,
                        "If-Match must be the ETag of an earlier response, such as \"3\" with its quotes, or *.");
            }
            if (!matches(header, tag(present))) {
                throw new ApiException(
                        ErrorCode.PRECONDITION_FAILED,
                        IF_MATCH,
                        "The webhook has changed: its ETag is " + tag(present)
                                + " now. Read it again, then repeat the change with the new ETag.");
            }
        });
    }

    /** The tags of webhooks are digits, so splitting at a comma cannot break one. */
    private static boolean matches(String header, String tag) {
        return Arrays.stream(header.split(",", -1))
                .map(String::strip)
                .anyMatch(one -> one.equals("*") || one.equals(tag));
    }

    static String tag(Webhook webhook) {
        return "\"" + webhook.version() + "\"";
    }
}
