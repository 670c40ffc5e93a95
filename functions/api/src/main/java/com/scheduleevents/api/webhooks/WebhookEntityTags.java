package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.Request;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.webhook.Webhook;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Uses the version of a webhook as its entity tag, in the headers {@code ETag} and {@code If-Match} (RFC 9110). */
final class WebhookEntityTags {

    private static final String IF_MATCH = "If-Match";

    private static final String ANY = "*";

    /** The next tag of a list, with the comma after it or the end of the list (RFC 9110, section 8.8.3). */
    private static final Pattern NEXT =
            Pattern.compile("\\G\\s*(?<tag>(?:W/)?\"[\\x21\\x23-\\x7e]*\")\\s*(?<end>,|\\z)");

    private WebhookEntityTags() {}

    /**
     * Rejects a change that is based on another version of the webhook.
     *
     * @throws ApiException 400 when the header is malformed, 412 when it does not name the present version
     */
    static void requireMatch(Request request, Webhook present) {
        request.header(IF_MATCH).ifPresent(header -> {
            List<String> listed = listed(header);
            if (listed.isEmpty()) {
                throw new ApiException(
                        ErrorCode.INVALID_HEADER,
                        IF_MATCH,
                        "If-Match must be the ETag of an earlier response, such as \"3\" with its quotes, or *.");
            }
            if (!listed.contains(ANY) && !listed.contains(tag(present))) {
                throw new ApiException(
                        ErrorCode.PRECONDITION_FAILED,
                        IF_MATCH,
                        "The webhook has changed: its ETag is " + tag(present)
                                + " now. Read it again, then repeat the change with the new ETag.");
            }
        });
    }

    /**
     * The tags of a list, or an asterisk alone (RFC 9110, section 13.1.1); empty when the header is malformed. It reads tag by tag, because
     * one regular expression for the whole list would recurse at each tag, and thousands of them would overflow the stack.
     */
    private static List<String> listed(String header) {
        if (header.strip().equals(ANY)) {
            return List.of(ANY);
        }
        List<String> tags = new ArrayList<>();
        Matcher next = NEXT.matcher(header);
        while (next.find()) {
            tags.add(next.group("tag"));
            if (next.group("end").isEmpty()) {
                return tags;
            }
        }
        return List.of();
    }

    static String tag(Webhook webhook) {
        return "\"" + webhook.version() + "\"";
    }
}
