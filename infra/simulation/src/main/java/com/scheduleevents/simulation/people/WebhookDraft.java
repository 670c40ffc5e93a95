package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.promises.WatchedSettings;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * A webhook that an owner is about to register.
 *
 * @param target where its events go, unless they are pulled
 */
record WebhookDraft(DeliveryTarget target, WatchedSettings settings) {

    /** One webhook of so many gets fewer events a second than a burst has. */
    private static final int LIMITED = 3;

    private static final int MAX_PER_SECOND = 1;

    /** One webhook of so many is registered thin. */
    private static final int THIN = 3;

    /** One webhook of so many gets the events of each appointment in their order. */
    private static final int ORDERED = 2;

    /** The receiver of one webhook of so many asks for an access token. */
    private static final int AUTHORIZED = 3;

    /** The receiver of one webhook of so many requires a client certificate. */
    private static final int CERTIFIED = 3;

    /** The events of one webhook of so many go to a queue or event bus. */
    private static final int QUEUED = 4;

    /**
     * Draws the settings of a webhook of the owner with that name.
     *
     * @param receiver the name of its receiver, whatever that is
     */
    static WebhookDraft draw(
            SimulatedWorld world, List<String> clinics, String owner, String receiver, boolean pulled) {
        String host = host(receiver);
        boolean queued = world.streams().stream("destination of " + host).nextInt(QUEUED) == 0 && !pulled;
        boolean called = !pulled && !queued;
        RandomGenerator random = world.streams().stream("settings of " + host);
        Set<String> types = random.nextInt(3) == 0 ? Set.of("appointment.no_show", "appointment.booked") : Set.of();
        Set<String> own = new TreeSet<>();
        if (random.nextInt(3) == 0) {
            own.add(clinics.get(random.nextInt(clinics.size())));
        }
        if (!own.isEmpty() && random.nextBoolean()) {
            own.add(clinics.get(random.nextInt(clinics.size())));
        }
        Set<String> providers = random.nextInt(3) == 0 ? Set.of("prv_0", "prv_1") : Set.of();
        String header = random.nextBoolean() && called ? "hunter-" + owner : "";
        int perSecond = random.nextInt(LIMITED) == 0 && !pulled ? MAX_PER_SECOND : 0;
        boolean thin = world.streams().stream("payload of " + host).nextInt(THIN) == 0;
        boolean ordered = world.streams().stream("order of " + host).nextInt(ORDERED) == 0 && !pulled;
        boolean authorized = world.streams().stream("authorization of " + host).nextInt(AUTHORIZED) == 0 && called;
        boolean certified = world.streams().stream("certificate of " + host).nextInt(CERTIFIED) == 0 && called;
        return new WebhookDraft(
                target(receiver, queued),
                new WatchedSettings(
                        types,
                        own,
                        providers,
                        header,
                        authorized ? "client-" + host : "",
                        certified ? CertificateIssuer.subject(host) : "",
                        CertificateIssuer.drawEnd(world, host),
                        pulled,
                        queued,
                        perSecond,
                        thin,
                        ordered,
                        MailReaders.drawAddress(world, host)));
    }

    /** Where deliveries go to a receiver of that name: of those in AWS, half are event buses. */
    static DeliveryTarget target(String receiver, boolean queued) {
        if (queued) {
            return receiver.hashCode() % 2 == 0 ? DeliveryTarget.queue(receiver) : DeliveryTarget.bus(receiver);
        }
        return DeliveryTarget.endpoint(host(receiver));
    }

    private static String host(String receiver) {
        return receiver + ".receivers.net";
    }

    /** The body of the request that registers it. */
    String body() {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        if (settings.pulled()) {
            body.put("mode", "pull");
        } else {
            target.addTo(body);
        }
        Set<String> all = Set.of(settings.pulled() ? WatchedSettings.PULLED + "*" : "*");
        Set<String> types = settings.types().isEmpty() ? all : new TreeSet<>(settings.types());
        types.forEach(body.withArray("types")::add);
        new TreeSet<>(settings.clinics())
                .forEach(clinic -> body.withArray("clinic_ids").add(clinic));
        new TreeSet<>(settings.providers())
                .forEach(provider ->
                        body.withObject("filter").withArray("provider_id").add(provider));
        addCredentials(body, settings);
        if (settings.perSecond() > 0) {
            body.put("max_per_second", settings.perSecond());
        }
        if (settings.thin()) {
            body.put("payload", "thin");
        }
        if (settings.ordered()) {
            body.put("ordering", "appointment");
        }
        if (!settings.address().isEmpty()) {
            body.putObject("notify").put("email", settings.address());
        }
        return body.toString();
    }

    /** What belongs to its receiver and is not sent to another one. */
    static void addCredentials(ObjectNode body, WatchedSettings settings) {
        if (!settings.header().isEmpty()) {
            body.withObject("headers").put(WatchedSettings.HEADER, settings.header());
        }
        if (!settings.client().isEmpty()) {
            body.withObject("auth")
                    .put("type", "oauth2")
                    .put("token_url", SimulatedInternet.tokenUrl(settings.client()))
                    .put("client_id", settings.client())
                    .put("client_secret", "hunter2");
        }
        if (!settings.certificate().isEmpty()) {
            body.set("client_certificate", CertificateIssuer.issue(settings.certificate(), settings.certificateEnds()));
        }
    }
}
