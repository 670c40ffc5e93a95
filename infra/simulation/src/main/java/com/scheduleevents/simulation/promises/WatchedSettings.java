package com.scheduleevents.simulation.promises;

import java.time.Instant;
import java.util.Set;

/**
 * The settings that the owner of a webhook asked for.
 *
 * @param types empty for all
 * @param clinics empty for all that its key sees
 * @param providers what its filter selects; empty without a filter
 * @param header the value of its static header; empty without one
 * @param client the client that its access tokens are for; empty if its receiver asks for none
 * @param certificate whom its client certificate names; empty without one
 * @param certificateEnds when that ends; of no meaning without one
 * @param pulled whether consumers pull its events
 * @param queued whether its events are sent to a queue or event bus of its owner
 * @param perSecond how many deliveries it wants in a second at most; 0 for no limit
 * @param thin whether its deliveries are thin at first
 * @param ordered whether it gets the events of each appointment in their order
 * @param address that gets e-mails about its state; empty for none
 */
public record WatchedSettings(
        Set<String> types,
        Set<String> clinics,
        Set<String> providers,
        String header,
        String client,
        String certificate,
        Instant certificateEnds,
        boolean pulled,
        boolean queued,
        int perSecond,
        boolean thin,
        boolean ordered,
        String address) {

    /** The name of the static header. */
    public static final String HEADER = "X-Owner";

    /** The group of types that a webhook is registered with whose events are pulled, unless it names some. */
    public static final String PULLED = "appointment.";

    public WatchedSettings {
        types = Set.copyOf(types);
        clinics = Set.copyOf(clinics);
        providers = Set.copyOf(providers);
    }

    boolean matches(String type, String clinic, String provider) {
        return (types.isEmpty() ? !pulled || type.startsWith(PULLED) : types.contains(type))
                && (clinics.isEmpty() || clinics.contains(clinic))
                && (providers.isEmpty() || providers.contains(provider));
    }
}
