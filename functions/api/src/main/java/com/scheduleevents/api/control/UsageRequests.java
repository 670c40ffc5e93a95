package com.scheduleevents.api.control;

import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.api.http.Route;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.usage.DailyUsage;
import com.scheduleevents.domain.usage.UsageKey;
import com.scheduleevents.domain.usage.UsageQuery;
import com.scheduleevents.domain.usage.UsageReader;
import java.time.Instant;
import java.time.InstantSource;

/** Shows a client the usage of its clinics, day by day. */
final class UsageRequests {

    private final ClinicAccess access;
    private final UsageReader usage;
    private final InstantSource clock;

    UsageRequests(Accounts accounts, UsageReader usage, InstantSource clock) {
        this.access = new ClinicAccess(accounts);
        this.usage = usage;
        this.clock = clock;
    }

    Route[] routes() {
        return new Route[] {new Route("GET", "/usage", Scope.USAGE_READ, this::list).with(UsageQueries.PARAMETERS)};
    }

    /** An open day is counted during the request, which then costs as much as the queries that this takes. */
    private Response list(Request request, Caller caller) {
        Instant now = clock.instant();
        UsageQuery query = UsageQueries.read(request.query(), now);
        Clinics visible = access.visible(caller, request.query().clinic());
        Page<DailyUsage, UsageKey> page = usage.page(caller.account(), visible, query, now, request::charge);
        return Response.page(
                page.items().stream().map(UsageJson::of).toList(), page.next().map(UsageKey::text));
    }
}
