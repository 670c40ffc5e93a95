package com.scheduleevents.api.http;

import com.scheduleevents.domain.error.ApiException;
import java.util.Optional;

/**
 * Finds the API key of a request that came without the authorizer's context, because the gateway has not asked the authorizer. See
 * docs/decisions/authorizer-context.md.
 */
@FunctionalInterface
public interface Authentication {

    /**
     * @param authorization the value of the header {@code Authorization}; repeated headers are joined with commas, which no API key has
     * @return what the authorizer would have passed on
     * @throws ApiException 401 without a valid API key
     */
    AuthorizerContext contextOf(Optional<String> authorization);
}
