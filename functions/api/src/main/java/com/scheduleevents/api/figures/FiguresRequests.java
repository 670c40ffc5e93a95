package com.scheduleevents.api.figures;

import com.scheduleevents.api.http.QueryParameters;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.time.Timestamps;
import com.scheduleevents.domain.usage.FiguresQuery;
import com.scheduleevents.domain.usage.FiguresQuery.Interval;
import com.scheduleevents.domain.usage.FiguresReader;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Shows what became of deliveries, interval by interval. */
public final class FiguresRequests {

    /** The query parameters. */
    public static final Set<String> PARAMETERS = Set.of("from", "to", "interval");

    private final FiguresReader figures;
    private final InstantSource clock;

    public FiguresRequests(FiguresReader figures, InstantSource clock) {
        this.figures = figures;
        this.clock = clock;
    }

    /** Checks the request before its webhook is looked up. */
    public FiguresQuery read(Request request, Caller caller) {
        if (!caller.seesAllClinics()) {
            throw new ApiException(
                    ErrorCode.CLINIC_NOT_ALLOWED,
                    null,
                    "These figures are of all clinics together, and this API key sees only some. Use a key without clinic_ids, or list the"
                            + " deliveries.");
        }
        return query(request.query(), clock.instant());
    }

    /** Days that are not counted yet are counted during the request, which then costs as much as the queries that this takes. */
    public Response ofWebhook(Request request, Webhook webhook, FiguresQuery query) {
        return Response.json(200, FiguresJson.of(figures.of(webhook, query, clock.instant(), request::charge)));
    }

    /** Those of all webhooks of the caller's account. */
    public Response ofAccount(Request request, Caller caller) {
        FiguresQuery query = read(request, caller);
        return Response.json(
                200, FiguresJson.of(figures.of(caller.account(), query, clock.instant(), request::charge)));
    }

    private static FiguresQuery query(QueryParameters parameters, Instant now) {
        Interval interval = parameters
                .one("interval", "hour or day", FiguresRequests::interval)
                .orElse(Interval.HOUR);
        Optional<Instant> first = parameters.time("from");
        Instant to = parameters.time("to").orElse(now);
        Instant from = first.orElseGet(() -> to.minus(interval.usual()));
        if (!from.isBefore(to)) {
            throw QueryParameters.invalid(
                    "from",
                    "from must be earlier than to; got " + Timestamps.formatMillis(from) + " and "
                            + Timestamps.formatMillis(to) + ".");
        }
        FiguresQuery query = FiguresQuery.of(interval, from, to);
        if (query.length() > interval.most()) {
            throw QueryParameters.invalid(
                    "from",
                    "from and to may span " + interval.most() + " intervals; got " + query.length()
                            + ". Split the range, or ask for days.");
        }
        return query;
    }

    private static Optional<Interval> interval(String text) {
        return Arrays.stream(Interval.values())
                .filter(interval -> interval.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst();
    }
}
