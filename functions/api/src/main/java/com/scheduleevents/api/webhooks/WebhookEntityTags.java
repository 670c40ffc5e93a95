package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.webhook.Webhook;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The versions of a webhook as entity tags: {@code ETag} on what shows it, {@code If-Match} on what changes it (RFC 9110). */
final class WebhookEntityTags {

    private static final String IF_MATCH = "If-Match";

    /** RFC 9110, sections 8.8.3 and 13.1.1: any, or a list of tags. */
    private static final Pattern FORM =
            Pattern.compile("\\s*(\\*|(W/)?\"[\\x21\\x23-\\x7e]*\"(\\s*,\\s*(W/)?\"[\\x21\\x23-\\x7e]*\")*)\\s*");

    private WebhookEntityTags() {}

    /** An answer that shows a webhook. */
    static Response tagged(int status, Webhook webhook, String body) {
        Map<String, String> headers = new HashMap<>();
        headers.put("ETag", tag(webhook));
        return new Response(status, headers, Optional.of(body));
    }

    /**
     * Refuses a change of another version than the client wants to change.
     *
     * @throws ApiException 400 when the header is malformed, 412 when it names other versions
     */
    static void requireMatch(Request request, Webhook present) {
        request.header(IF_MATCH).ifPresent(header -> {
            if (!FORM.matcher(header).matches()) {
                throw new ApiException(
                        ErrorCode.INVALID_HEADER,
                        IF_MATCH,
                        "If-Match must be the ETag of an earlier answer, such as \"3\" with its quotes, or *.");
            }
            if (!matches(header, tag(present))) {
                throw new ApiException(
                        ErrorCode.PRECONDITION_FAILED,
                        IF_MATCH,
                        "The webhook was changed since: its ETag is " + tag(present)
                                + " now. Read it again, then repeat the change with its new ETag.");
            }
        });
    }

    /** A tag cannot hold a comma that would matter: ours are digits. */
    private static boolean matches(String header, String tag) {
        return Arrays.stream(header.split(",", -1))
                .map(String::strip)
                .anyMatch(one -> one.equals("*") || one.equals(tag));
    }

    private static String tag(Webhook webhook) {
        return "\"" + webhook.version() + "\"";
    }
}
