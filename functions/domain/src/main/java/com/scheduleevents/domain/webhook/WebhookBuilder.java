package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Origin;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Builds a webhook from another one; whatever is not set stays the same. */
final class WebhookBuilder {

    private final Webhook before;
    private final long version;
    private WebhookSettings settings;
    private Clinics visible;
    private List<SealedSecret> secrets;
    private WebhookStatus status;
    private long generation;
    private Optional<Instant> urlChangedAt;
    private Optional<String> verifiedUrl;
    private Optional<Origin> origin;
    private Optional<Disabling> disabling;
    private boolean suspended;
    private Optional<Instant> orderedFrom;
    private Health health;

    WebhookBuilder(Webhook before, long version) {
        this.before = before;
        this.version = version;
        this.settings = before.settings();
        this.visible = before.visible();
        this.secrets = before.secrets();
        this.status = before.status();
        this.generation = before.generation();
        this.urlChangedAt = before.urlChangedAt();
        this.verifiedUrl = before.verifiedUrl();
        this.origin = version > before.version() ? Optional.empty() : before.origin();
        this.disabling = before.disabling();
        this.suspended = before.suspended();
        this.orderedFrom = before.orderedFrom();
        this.health = before.health();
    }

    WebhookBuilder settings(WebhookSettings wanted) {
        settings = wanted;
        return this;
    }

    WebhookBuilder visible(Clinics wanted) {
        visible = wanted;
        return this;
    }

    WebhookBuilder secrets(List<SealedSecret> live) {
        secrets = live;
        return this;
    }

    WebhookBuilder urlChangedAt(Instant at) {
        urlChangedAt = Optional.of(at);
        return this;
    }

    WebhookBuilder verifiedUrl(String url) {
        verifiedUrl = Optional.of(url);
        return this;
    }

    WebhookBuilder origin(Origin author) {
        origin = Optional.of(author);
        return this;
    }

    WebhookBuilder enabled() {
        status = WebhookStatus.ACTIVE;
        generation = before.generation() + 1;
        disabling = Optional.empty();
        return this;
    }

    WebhookBuilder disabled(Disabling why) {
        status = WebhookStatus.DISABLED;
        disabling = Optional.of(why);
        return this;
    }

    WebhookBuilder suspended(boolean wanted) {
        suspended = wanted;
        return this;
    }

    WebhookBuilder orderedFrom(Instant at) {
        orderedFrom = Optional.of(at);
        return this;
    }

    WebhookBuilder health(Health known) {
        health = known;
        return this;
    }

    Webhook made() {
        return new Webhook(
                before.account(),
                before.id(),
                before.key(),
                settings,
                visible,
                secrets,
                status,
                generation,
                before.createdAt(),
                urlChangedAt,
                verifiedUrl,
                version,
                origin,
                disabling,
                suspended,
                orderedFrom,
                version > before.version() && !health.equals(before.health())
                        ? health.withRevision(before.health().revision() + 1)
                        : health);
    }
}
