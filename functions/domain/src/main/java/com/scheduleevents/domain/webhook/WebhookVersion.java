package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Origin;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Builds a webhook from another one; whatever is not set stays the same. */
final class WebhookVersion {

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
    private Health health;

    WebhookVersion(Webhook before, long version) {
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
        this.health = before.health();
    }

    WebhookVersion settings(WebhookSettings wanted) {
        settings = wanted;
        return this;
    }

    WebhookVersion visible(Clinics wanted) {
        visible = wanted;
        return this;
    }

    WebhookVersion secrets(List<SealedSecret> live) {
        secrets = live;
        return this;
    }

    WebhookVersion urlChangedAt(Instant at) {
        urlChangedAt = Optional.of(at);
        return this;
    }

    WebhookVersion verifiedUrl(String url) {
        verifiedUrl = Optional.of(url);
        return this;
    }

    WebhookVersion origin(Origin author) {
        origin = Optional.of(author);
        return this;
    }

    WebhookVersion enabled() {
        status = WebhookStatus.ACTIVE;
        generation = before.generation() + 1;
        disabling = Optional.empty();
        return this;
    }

    WebhookVersion disabled(Disabling why) {
        status = WebhookStatus.DISABLED;
        disabling = Optional.of(why);
        return this;
    }

    WebhookVersion suspended(boolean wanted) {
        suspended = wanted;
        return this;
    }

    WebhookVersion health(Health known) {
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
                version > before.version() && !health.equals(before.health())
                        ? health.withRevision(before.health().revision() + 1)
                        : health);
    }
}
