package com.scheduleevents.api.http;

import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.id.Ulids;
import com.scheduleevents.domain.request.KeyedRequest;
import com.scheduleevents.domain.request.RequestKeys;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Handles each request once per {@code Idempotency-Key}. A request that is repeated within a day changes nothing, and its response shows the
 * object of the first one as it is then. One that was refused leaves its key free. Of one whose end nobody knows, a repeat takes over: it
 * does what the first one may or may not have done, under the same id.
 */
public final class IdempotentRequests {

    private static final int FIRST_SERVER_ERROR = 500;

    private final RequestKeys keys;
    private final InstantSource clock;
    private final RandomGenerator random;

    /** @param random a source of ids */
    public IdempotentRequests(RequestKeys keys, InstantSource clock, RandomGenerator random) {
        this.keys = keys;
        this.clock = clock;
        this.random = random;
    }

    /**
     * An action that is taken once per key.
     *
     * @param first handles a request; has no further effect when it is called again for the same creation, except where a delivery may be
     *     sent twice
     * @param repeat handles the repeat of one that succeeded; changes nothing
     */
    public Route.Action once(Action first, Action repeat) {
        return (request, caller) -> request.idempotencyKey()
                .map(key -> new Keyed(request, caller, key).respond(first, repeat))
                .orElseGet(() -> first.respond(request, caller, new Creation(ulid(clock.instant()), false)));
    }

    /** The error of a repeat whose object was deleted. */
    public static ApiException gone() {
        return new ApiException(
                ErrorCode.NOT_FOUND,
                Request.IDEMPOTENCY_KEY,
                "What the first request with this Idempotency-Key created or changed does not exist any more. Use a new key"
                        + " for a new request.");
    }

    private String ulid(Instant now) {
        return Ulids.mint("", now, random);
    }

    /** Creates the response to a request that may have an idempotency key. */
    @FunctionalInterface
    public interface Action {

        /** @throws ApiException when the response is an error */
        Response respond(Request request, Caller caller, Creation creation);
    }

    /** A request with an idempotency key. */
    private final class Keyed {

        private final Request request;
        private final Caller caller;
        private final IdempotencyKey key;

        private Keyed(Request request, Caller caller, IdempotencyKey key) {
            this.request = request;
            this.caller = caller;
            this.key = key;
        }

        Response respond(Action first, Action repeat) {
            Instant now = clock.instant();
            KeyedRequest wanted = KeyedRequest.begun(RequestFingerprint.of(request, caller), ulid(now), now);
            Optional<KeyedRequest> taken = keys.take(caller.account(), key, wanted, now);
            if (taken.isEmpty()) {
                return run(first, wanted, false);
            }
            KeyedRequest earlier = taken.get();
            RequestFingerprint.requireSame(earlier.fingerprint(), wanted.fingerprint());
            if (earlier.hasSucceeded()) {
                return repeat.respond(request, caller, new Creation(earlier.ulid(), true));
            }
            KeyedRequest mine = earlier.takenOver(now);
            if (earlier.isUnderWay(now) || !keys.replace(caller.account(), key, earlier, mine)) {
                throw underWay();
            }
            return run(first, mine, true);
        }

        private Response run(Action first, KeyedRequest mine, boolean mayExist) {
            Response response;
            try {
                response = first.respond(request, caller, new Creation(mine.ulid(), mayExist));
            } catch (ApiException refused) {
                boolean nothingDone = !mayExist && HttpStatus.of(refused.code()) < FIRST_SERVER_ERROR;
                release(mine, nothingDone, refused);
                throw refused;
            } catch (RuntimeException | Error failure) {
                release(mine, false, failure);
                throw failure;
            }
            keys.replace(caller.account(), key, mine, mine.succeeded());
            return response;
        }

        private void release(KeyedRequest mine, boolean nothingDone, Throwable why) {
            try {
                if (nothingDone) {
                    keys.free(caller.account(), key, mine);
                } else {
                    keys.replace(caller.account(), key, mine, mine.failed());
                }
            } catch (RuntimeException e) {
                why.addSuppressed(e);
            }
        }
    }

    private static ApiException underWay() {
        return new ApiException(
                ErrorCode.CONCURRENT_CHANGES,
                Request.IDEMPOTENCY_KEY,
                "A request with this Idempotency-Key is being processed. Repeat it in a moment to see its result.");
    }
}
