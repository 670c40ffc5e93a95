package com.scheduleevents.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.request.KeyedRequest;
import com.scheduleevents.domain.request.RequestKeys;
import com.scheduleevents.testkit.memory.InMemoryIdempotentChanges;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests when a request with an Idempotency-Key is handled, repeated, refused and taken over. */
final class IdempotentRequestsTest {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");

    private final InMemoryIdempotentChanges keys = new InMemoryIdempotentChanges(new InMemoryWebhooks());
    private final Random random = new Random(7);
    private final List<Creation> handled = new ArrayList<>();
    private final List<Creation> repeated = new ArrayList<>();

    @Test
    void repeatOfOneThatSucceededIsNotHandled() {
        assertThat(send(NOW, "k", this::handle)).isEqualTo(201);
        assertThat(send(NOW, "k", this::handle)).isEqualTo(200);
        Instant end = NOW.plus(Duration.ofHours(24));
        assertThat(send(end.minusMillis(1), "k", this::handle)).isEqualTo(200);
        assertThat(handled).containsExactly(new Creation(repeated.getFirst().ulid(), false));
        assertThat(repeated).containsOnly(new Creation(handled.getFirst().ulid(), true));
        assertThat(send(end, "k", this::handle)).isEqualTo(201);
        assertThat(handled.getLast().ulid()).isNotEqualTo(handled.getFirst().ulid());
    }

    @Test
    void requestsWithoutAKeyAreAllHandled() {
        assertThat(send(NOW, "", this::handle)).isEqualTo(201);
        assertThat(send(NOW, "", this::handle)).isEqualTo(201);
        assertThat(handled).extracting(Creation::ulid).doesNotHaveDuplicates();
    }

    @Test
    void refusedRequestLeavesItsKeyFree() {
        assertError(send("k", refusing(ErrorCode.WEBHOOK_DISABLED)), ErrorCode.WEBHOOK_DISABLED);
        assertThat(send(NOW, "k", this::handle)).isEqualTo(201);
        assertThat(handled).extracting(Creation::mayExist).containsExactly(false);
    }

    @Test
    void repeatTakesOverWhereTheFirstFailedWithoutAResult() {
        List<String> died = new ArrayList<>();
        IdempotentRequests.Action dying = (_, _, creation) -> {
            died.add(creation.ulid());
            throw new IllegalStateException("the table is away");
        };
        assertThatThrownBy(() -> send(NOW, "k", dying)).hasMessage("the table is away");
        assertThatThrownBy(() -> send(NOW, "k", dying)).hasMessage("the table is away");
        assertError(send("k", refusing(ErrorCode.INTERNAL)), ErrorCode.INTERNAL);
        assertError(send("k", refusing(ErrorCode.WEBHOOK_DISABLED)), ErrorCode.WEBHOOK_DISABLED);
        assertThat(send(NOW, "k", this::handle)).isEqualTo(201);
        assertThat(handled).containsExactly(new Creation(died.getFirst(), true));
        assertThat(died).containsOnly(died.getFirst());
    }

    @Test
    void repeatIsRefusedWhileTheFirstIsUnderWayAndTakesOverWhenItHasDied() {
        crash("k");
        assertError(() -> send(NOW.plusSeconds(30).minusMillis(1), "k", this::handle), ErrorCode.CONCURRENT_CHANGES);
        assertThat(handled).isEmpty();
        assertThat(send(NOW.plusSeconds(30), "k", this::handle)).isEqualTo(201);
        assertThat(handled).extracting(Creation::mayExist).containsExactly(true);
    }

    @Test
    void oneOfTwoRepeatsTakesOver() {
        crash("k");
        Instant later = NOW.plusSeconds(30);
        IdempotentRequests.Action meanwhile = (request, caller, creation) -> {
            assertError(() -> send(later, "k", this::handle), ErrorCode.CONCURRENT_CHANGES);
            return handle(request, caller, creation);
        };
        assertThat(send(later, "k", meanwhile)).isEqualTo(201);
        assertThat(handled).hasSize(1);
    }

    @Test
    void anotherRequestWithTheSameKeyIsRefused() {
        send(NOW, "k", this::handle);
        assertError(
                () -> route(keys, NOW, this::handle).respond(request("k", "{\"a\":2}"), Callers.FULL),
                ErrorCode.IDEMPOTENCY_KEY_REUSED);
        assertError(
                () -> route(keys, NOW, this::handle).respond(request("k", "{\"a\":1}"), Callers.HARBOUR),
                ErrorCode.IDEMPOTENCY_KEY_REUSED);
        assertThat(send(NOW, "other", this::handle)).isEqualTo(201);
    }

    private Response handle(Request request, Caller caller, Creation creation) {
        handled.add(creation);
        return Response.raw(201, "{}");
    }

    private static IdempotentRequests.Action refusing(ErrorCode code) {
        return (_, _, _) -> {
            throw new ApiException(code, null, "no.");
        };
    }

    /** The function dies before it says what became of the request. */
    private void crash(String key) {
        RequestKeys dying = new RequestKeys() {
            @Override
            public Optional<KeyedRequest> take(AccountId account, IdempotencyKey of, KeyedRequest wanted, Instant now) {
                return keys.take(account, of, wanted, now);
            }

            @Override
            public boolean replace(AccountId account, IdempotencyKey of, KeyedRequest read, KeyedRequest next) {
                throw new IllegalStateException("the function has died");
            }

            @Override
            public void free(AccountId account, IdempotencyKey of, KeyedRequest read) {
                throw new IllegalStateException("the function has died");
            }
        };
        assertThatThrownBy(() -> route(dying, NOW, (_, _, _) -> Response.raw(201, "{}"))
                        .respond(request(key, "{\"a\":1}"), Callers.FULL))
                .hasMessage("the function has died");
    }

    private ThrowingCallable send(String key, IdempotentRequests.Action first) {
        return () -> send(NOW, key, first);
    }

    private int send(Instant now, String key, IdempotentRequests.Action first) {
        return route(keys, now, first)
                .respond(request(key, "{\"a\":1}"), Callers.FULL)
                .status();
    }

    private Route.Action route(RequestKeys with, Instant now, IdempotentRequests.Action first) {
        return new IdempotentRequests(with, InstantSource.fixed(now), random).once(first, (_, _, creation) -> {
            repeated.add(creation);
            return Response.raw(200, "{}");
        });
    }

    private static Request request(String key, String body) {
        ApiRequest request = ApiRequest.of(Callers.FULL, "POST", "/things").json(body);
        return new Request((key.isEmpty() ? request : request.header("Idempotency-Key", key)).build());
    }

    private static void assertError(ThrowingCallable call, ErrorCode code) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ApiException.class, error -> assertThat(error.code())
                .isEqualTo(code));
    }
}
