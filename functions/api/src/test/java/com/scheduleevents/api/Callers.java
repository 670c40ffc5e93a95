package com.scheduleevents.api;

import com.scheduleevents.api.http.Authentication;
import com.scheduleevents.api.http.Cors;
import com.scheduleevents.api.http.RequestGate;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.testkit.memory.InMemoryAccounts;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Set;

/** API keys of two accounts. */
public final class Callers {

    /** Owns the clinics harbour and oldtown. */
    public static final AccountId ACCOUNT = new AccountId("acc_1");

    /** Owns the clinic elsewhere. */
    public static final AccountId OTHER_ACCOUNT = new AccountId("acc_2");

    /** Sees all clinics of its account. */
    public static final Caller FULL = new Caller(ACCOUNT, new ApiKeyId("key_full"), EnumSet.allOf(Scope.class), true);

    /** Sees only the clinic harbour. */
    public static final Caller HARBOUR =
            new Caller(ACCOUNT, new ApiKeyId("key_harbour"), EnumSet.allOf(Scope.class), false);

    /** A key of the other account. */
    public static final Caller OTHER =
            new Caller(OTHER_ACCOUNT, new ApiKeyId("key_other"), EnumSet.allOf(Scope.class), true);

    /** Has no scopes. */
    public static final Caller POWERLESS = new Caller(ACCOUNT, new ApiKeyId("key_none"), Set.of(), true);

    /** Fails the test when it is asked: the requests have the authorizer's context. */
    public static final Authentication FAILING_AUTHENTICATION = _ -> {
        throw new AssertionError("the header Authorization was read");
    };

    private Callers() {}

    /** Lets every request with the authorizer's context pass, and no website. */
    public static RequestGate gate(InstantSource clock, MetricRecorder metrics) {
        return new RequestGate(
                Cors.NONE, FAILING_AUTHENTICATION, TestWiring.create().sharedTokens(), clock, metrics);
    }

    /** The accounts. */
    public static InMemoryAccounts accounts() {
        return new InMemoryAccounts()
                .with(ACCOUNT, "owner@example.com", Set.of(new ClinicId("cln_harbour"), new ClinicId("cln_oldtown")))
                .with(OTHER_ACCOUNT, "other@example.com", Set.of(new ClinicId("cln_elsewhere")))
                .with(FULL, HARBOUR, OTHER, POWERLESS)
                .with(HARBOUR.key(), Set.of(new ClinicId("cln_harbour")));
    }
}
