package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.MailRecipient;
import com.scheduleevents.domain.destination.Destination;
import com.scheduleevents.domain.destination.DestinationResource;
import com.scheduleevents.domain.destination.RoleArn;
import com.scheduleevents.domain.event.EventFilter;
import com.scheduleevents.domain.event.EventType;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The settings of a webhook that its owner chooses (requirement R15).
 *
 * @param url the URL that its deliveries are sent to; where there is a role, the address of a queue or event bus; {@link #PULLED} when
 *     consumers pull them
 * @param types the event types that it gets; {@code *} alone means all, and {@code appointment.*} all of a group
 * @param clinics the only clinics whose events it gets; empty when it is not limited to some
 * @param description the owner's description
 * @param maxPerSecond how many deliveries it gets in a second at most, retries not counted; empty: no limit
 * @param filter selects among the events of its types and clinics, if it gets only some
 * @param payload how much of an event its deliveries carry
 * @param headers the headers that its requests carry besides those of the service
 * @param auth how its requests get an access token, if the receiver asks for one
 * @param certificate what the service presents to a receiver that asks its clients for a certificate
 * @param role the role by which the service sends to the queue or event bus; empty where the URL is that of an HTTPS endpoint
 * @param capturesResponses whether the owner can see what the receiver responds to attempts that fail
 * @param notified who gets the e-mails about its state besides the account's addresses
 * @param labels the owner's identifier and metadata
 */
public record WebhookSettings(
        String url,
        List<String> types,
        Set<ClinicId> clinics,
        Optional<String> description,
        OptionalInt maxPerSecond,
        Optional<EventFilter> filter,
        PayloadStyle payload,
        Optional<SealedHeaders> headers,
        Optional<SealedCredentials> auth,
        Optional<SealedCertificate> certificate,
        Optional<RoleArn> role,
        boolean capturesResponses,
        Optional<MailRecipient> notified,
        WebhookLabels labels) {

    /** In place of a URL: nothing is sent, and the deliveries wait until a consumer pulls them. */
    public static final String PULLED = "";

    /** The highest limit that can be set. */
    public static final int HIGHEST_LIMIT = 1_000;

    /** How many clinics a webhook can be limited to. */
    public static final int MAX_CLINICS = 50;

    /** Copies the types and clinics, and rejects a limit out of bounds, too many clinics, and what only a receiver has. */
    public WebhookSettings {
        types = List.copyOf(types);
        clinics = Set.copyOf(clinics);
        if (maxPerSecond.isPresent() && (maxPerSecond.getAsInt() < 1 || maxPerSecond.getAsInt() > HIGHEST_LIMIT)) {
            throw new IllegalArgumentException("a limit is between 1 and " + HIGHEST_LIMIT + " deliveries a second");
        }
        if (clinics.size() > MAX_CLINICS) {
            throw new IllegalArgumentException("a webhook is limited to " + MAX_CLINICS + " clinics at most");
        }
        boolean ofAnEndpoint = headers.isPresent() || auth.isPresent() || certificate.isPresent() || capturesResponses;
        if (url.equals(PULLED) && (maxPerSecond.isPresent() || ofAnEndpoint || role.isPresent())) {
            throw new IllegalArgumentException("a pull webhook has neither a limit nor headers nor responses");
        }
        if (role.isPresent() && ofAnEndpoint) {
            throw new IllegalArgumentException(
                    "a webhook with a destination has neither headers nor credentials nor responses");
        }
    }

    /** Settings without access tokens, client certificate, role and labels. */
    public WebhookSettings(
            String url,
            List<String> types,
            Set<ClinicId> clinics,
            Optional<String> description,
            OptionalInt maxPerSecond,
            Optional<EventFilter> filter,
            PayloadStyle payload,
            Optional<SealedHeaders> headers,
            boolean capturesResponses,
            Optional<MailRecipient> notified) {
        this(
                url,
                types,
                clinics,
                description,
                maxPerSecond,
                filter,
                payload,
                headers,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                capturesResponses,
                notified,
                WebhookLabels.NONE);
    }

    /** Settings with nothing that is optional besides a clinic and a description. */
    public WebhookSettings(String url, List<String> types, Optional<ClinicId> clinic, Optional<String> description) {
        this(
                url,
                types,
                clinic.stream().collect(Collectors.toUnmodifiableSet()),
                description,
                OptionalInt.empty(),
                Optional.empty(),
                PayloadStyle.FULL,
                Optional.empty(),
                false,
                Optional.empty());
    }

    /** Whether the webhook gets events of this type: they name the type, its group, or {@code *}. */
    boolean want(String type) {
        return types.contains(Webhook.ALL_TYPES) || types.contains(type) || types.contains(EventType.group(type));
    }

    /** Whether they select the same events as the others. */
    boolean selectsAs(WebhookSettings others) {
        return types.equals(others.types) && clinics.equals(others.clinics) && filter.equals(others.filter);
    }

    /** Whether attempts reach the same receiver as with the others: a role that is corrected is as good as a URL that is. */
    public boolean leadAs(WebhookSettings others) {
        return url.equals(others.url) && role.equals(others.role);
    }

    /** Whether consumers pull its deliveries. This never changes. */
    public boolean isPulled() {
        return url.equals(PULLED);
    }

    /** What gets its deliveries in the owner's AWS account, unless that is an HTTPS endpoint. */
    public Optional<Destination> destination() {
        return role.map(assumed -> new Destination(DestinationResource.at(url), assumed));
    }

    /** The only clinic whose events the webhook gets, if it is limited to one. */
    public Optional<ClinicId> clinic() {
        return clinics.size() == 1 ? clinics.stream().findFirst() : Optional.empty();
    }

    /** The same settings with these headers. */
    public WebhookSettings with(SealedHeaders sealed) {
        return with(Optional.of(sealed), auth, certificate, labels);
    }

    /** The same settings with access tokens that are requested with these credentials. */
    public WebhookSettings with(SealedCredentials sealed) {
        return with(headers, Optional.of(sealed), certificate, labels);
    }

    /** The same settings with this client certificate. */
    public WebhookSettings with(SealedCertificate sealed) {
        return with(headers, auth, Optional.of(sealed), labels);
    }

    /** The same settings with these labels. */
    public WebhookSettings with(WebhookLabels wanted) {
        return with(headers, auth, certificate, wanted);
    }

    private WebhookSettings with(
            Optional<SealedHeaders> otherHeaders,
            Optional<SealedCredentials> otherAuth,
            Optional<SealedCertificate> otherCertificate,
            WebhookLabels otherLabels) {
        return new WebhookSettings(
                url,
                types,
                clinics,
                description,
                maxPerSecond,
                filter,
                payload,
                otherHeaders,
                otherAuth,
                otherCertificate,
                role,
                capturesResponses,
                notified,
                otherLabels);
    }
}
