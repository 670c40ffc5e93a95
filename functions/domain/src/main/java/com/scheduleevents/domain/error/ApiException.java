package com.scheduleevents.domain.error;

import java.io.Serial;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A request that gets an error response. The message is for the client: it says what is wrong and how to fix it, and contains no
 * secret.
 */
public final class ApiException extends RuntimeException {

    /** The largest number of faults that are told of one request, or of one item of a batch. */
    public static final int MAX_FAULTS = 20;

    /** Long enough for a moment of overload to pass; template.yaml has the same in DEFAULT_5XX. */
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(5);

    @Serial
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final @Nullable String param;
    private final @Nullable Duration retryAfter;
    private final ApiException[] others;

    /**
     * @param param the field, parameter or header at fault; null when there is no particular one
     * @param message what is wrong and how to fix it
     */
    public ApiException(ErrorCode code, @Nullable String param, String message) {
        this(code, param, message, null, List.of());
    }

    private ApiException(
            ErrorCode code,
            @Nullable String param,
            String message,
            @Nullable Duration retryAfter,
            List<ApiException> others) {
        super(message);
        this.code = code;
        this.param = param;
        this.retryAfter = retryAfter;
        this.others = others.toArray(ApiException[]::new);
    }

    /**
     * A request with several faults. The error is that of the first.
     *
     * @param faults at least one; of more than {@value #MAX_FAULTS}, the rest is left out, so that no request gets a response larger than itself
     */
    public static ApiException ofAll(List<ApiException> faults) {
        List<ApiException> all = faults.stream()
                .flatMap(fault -> fault.faults().stream())
                .limit(MAX_FAULTS)
                .toList();
        ApiException first = all.getFirst();
        return new ApiException(first.code, first.param, first.text(), first.retryAfter, all.subList(1, all.size()));
    }

    /**
     * A request that is refused because there were too many before it.
     *
     * @param retryAfter in whole seconds
     */
    public static ApiException tooMany(Duration retryAfter, String message) {
        return new ApiException(ErrorCode.RATE_LIMITED, null, message, retryAfter, List.of());
    }

    /**
     * A request, or an item of one, that the service failed to process.
     *
     * @param key the header or field that makes it safe to try again
     */
    public static ApiException internal(String key) {
        return failed(ErrorCode.INTERNAL, key);
    }

    /** A request that the service cannot process at this moment. */
    public static ApiException unavailable() {
        return failed(ErrorCode.TEMPORARILY_UNAVAILABLE, "Idempotency-Key");
    }

    private static ApiException failed(ErrorCode code, String key) {
        return new ApiException(
                code,
                null,
                "The service failed to process the request. Try again with the same " + key
                        + "; if the error persists, report the request_id.",
                PAUSE_AFTER_FAILURE,
                List.of());
    }

    /** The error. */
    public ErrorCode code() {
        return code;
    }

    /** The field, parameter or header at fault; null when there is no particular one. */
    public @Nullable String param() {
        return param;
    }

    /** All faults of the request, the first of which is this error. */
    public List<ApiException> faults() {
        return Stream.concat(Stream.of(this), Stream.of(others)).toList();
    }

    /** How long the client has to wait before it tries again, if that is known. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /** The message for the client; unlike that of other exceptions, it is never null. */
    public String text() {
        return String.valueOf(getMessage());
    }
}
