package com.scheduleevents.cli.commands;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What several commands say about their arguments. */
final class Arguments {

    static final String EVENT = "The event, evt_….";
    static final String WEBHOOK = "The webhook, whk_….";
    static final String SINCE =
            "Only events recorded since then: a time such as 2026-11-21T09:30:00Z, or 30m, 24h or 7d ago.";

    private Arguments() {}

    /** The values of an option that can be repeated; none when it is not given. */
    static Set<String> given(@Nullable Set<String> values) {
        return values == null ? Set.of() : values;
    }
}
