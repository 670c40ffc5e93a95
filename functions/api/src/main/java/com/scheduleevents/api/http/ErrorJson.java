package com.scheduleevents.api.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.Sanitized;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An error in a response.
 *
 * @param type the family of the error
 * @param code names the error
 * @param message what is wrong and how to fix it, for people
 * @param param the field, parameter or header at fault
 * @param requestId identifies the request
 * @param errors all faults of a body, of which this error is the first; absent in an error of another kind
 */
public record ErrorJson(
        String type,
        String code,
        String message,
        @Nullable String param,
        String requestId,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FaultJson> errors) {

    /** Describes an error. The name of an unknown field comes from the client, so it is sanitized. */
    public static ErrorJson of(ApiException error, String requestId) {
        return new ErrorJson(
                error.code().family().wireName(),
                error.code().wireName(),
                error.text(),
                param(error),
                requestId,
                isOfBody(error) ? error.faults().stream().map(FaultJson::of).toList() : List.of());
    }

    private static boolean isOfBody(ApiException error) {
        return switch (error.code()) {
            case INVALID_BODY, MISSING_FIELD, UNKNOWN_FIELD, INVALID_FIELD -> true;
            default -> false;
        };
    }

    private static @Nullable String param(ApiException error) {
        String param = error.param();
        return param == null ? null : Sanitized.bare(param);
    }

    /**
     * One of the faults of a body.
     *
     * @param code names the kind of fault
     * @param message what is wrong and how to fix it, for people
     * @param param the field at fault
     */
    public record FaultJson(
            String code, String message, @Nullable String param) {

        static FaultJson of(ApiException fault) {
            return new FaultJson(fault.code().wireName(), fault.text(), ErrorJson.param(fault));
        }
    }
}
