package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.Request;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.id.Sha256;
import com.scheduleevents.domain.webhook.Webhook;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The entity tags of webhooks (RFC 9110), {@code "<settings>.<health>"}. The first part changes with whatever a request can change, and is all
 * that {@code If-Match} is compared with: a receiver that fails meanwhile is no reason to refuse a change. The second changes with everything
 * that a response shows, and {@code If-None-Match} is compared with both.
 */
final class WebhookEntityTags {

    private static final String IF_MATCH = "If-Match";

    private static final String ANY = "*";

    private static final String WEAK = "W/";

    private static final String CHANGED =
            "The webhook has changed since. Read it again, then repeat the change with the new ETag.";

    private static final String NEVER_MATCHES =
            "If-Match has a weak ETag, which begins with W/ and never matches (RFC 9110, section 13.1.1). The"
                    + " API sends strong ones; something in between, such as a proxy that compresses, has changed it. Send it without W/.";

    /** More than anybody has versions of a webhook in hand; docs/openapi.yaml has the same bound. */
    private static final int MOST_LISTED = 256;

    /** Enough that no two states of a webhook have the same by chance. */
    private static final int HEALTH_DIGITS = 12;

    /**
     * The next element of a list, with the comma after it or the end of the list: a tag, which may have bytes beyond ASCII, or nothing (RFC
     * 9110, sections 8.8.3 and 5.6.1).
     */
    private static final Pattern NEXT =
            Pattern.compile("\\G\\s*+(?<tag>(?:W/)?\"[^\\x00-\\x20\"\\x7f]*+\")?\\s*+(?<end>,|\\z)");

    private WebhookEntityTags() {}

    /** Whether the request has the header {@code If-Match}. */
    static boolean isConditional(Request request) {
        return request.listHeader(IF_MATCH).isPresent();
    }

    /**
     * Rejects a change that is based on another version of the webhook.
     *
     * @throws ApiException 400 when the header is malformed, 412 when it does not name the present version
     */
    static void requireMatch(Request request, Webhook present) {
        request.listHeader(IF_MATCH).ifPresent(header -> {
            List<String> listed = listed(header);
            if (listed.isEmpty()) {
                throw new ApiException(
                        ErrorCode.INVALID_HEADER,
                        IF_MATCH,
                        "If-Match must be the ETag of an earlier response, such as \"3.b7a95c60d1e2\" with its quotes, a list of at most "
                                + MOST_LISTED + " of them, or *.");
            }
            String settings = Long.toString(present.version());
            if (!listed.contains(ANY) && listed.stream().noneMatch(tag -> settings.equals(settings(tag)))) {
                throw new ApiException(
                        ErrorCode.PRECONDITION_FAILED,
                        IF_MATCH,
                        listed.stream().anyMatch(tag -> tag.startsWith(WEAK)) ? NEVER_MATCHES : CHANGED);
            }
        });
    }

    /** The part of a strong tag that is before the dot; a weak one keeps its prefix and equals none. */
    private static String settings(String tag) {
        return tag.startsWith(WEAK) ? tag : tag.substring(1, tag.length() - 1).split("\\.", 2)[0];
    }

    /**
     * The tags of a list, or an asterisk alone (RFC 9110, section 13.1.1); empty when the header is malformed, has none, or has more than
     * {@link #MOST_LISTED} elements from the first tag on, of which some may be empty. It reads tag by
     * tag, because one regular expression for the whole list would recurse at each tag, and thousands of them would overflow the stack.
     */
    private static List<String> listed(String header) {
        if (header.strip().equals(ANY)) {
            return List.of(ANY);
        }
        List<String> tags = new ArrayList<>();
        Matcher next = NEXT.matcher(header);
        int elements = 0;
        while (elements < MOST_LISTED && next.find()) {
            Optional.ofNullable(next.group("tag")).ifPresent(tags::add);
            elements += tags.isEmpty() ? 0 : 1;
            if (next.group("end").isEmpty()) {
                return tags;
            }
        }
        return List.of();
    }

    /** @param json the webhook as a response shows it, without its secret */
    static String tag(Webhook webhook, String json) {
        return "\"" + webhook.version() + "." + Sha256.hex(json).substring(0, HEALTH_DIGITS) + "\"";
    }
}
