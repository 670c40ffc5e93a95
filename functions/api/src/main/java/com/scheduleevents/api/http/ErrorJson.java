package com.scheduleevents.api.http;

import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.Sanitized;
import org.jspecify.annotations.Nullable;

/**
 * An error in a response.
 *
 * @param type the family of the error
 * @param code names the error
 * @param message what is wrong and how to fix it, for people
 * @param param the field, parameter or header at fault
 * @param requestId identifies the request
 */
public record ErrorJson(
        String type, String code, String message, @Nullable String param, String requestId) {

    /** Describes an error. The name of an unknown field comes from the client, so it is sanitized. */
    public static ErrorJson of(ApiException error, String requestId) {
        String param = error.param();
        return new ErrorJson(
                error.code().family().wireName(),
                error.code().wireName(),
                error.text(),
                param == null ? null : Sanitized.bare(param),
                requestId);
    }
}
