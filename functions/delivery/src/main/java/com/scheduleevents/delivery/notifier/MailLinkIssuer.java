package com.scheduleevents.delivery.notifier;

import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ApiKeyStore;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the links to the console in e-mails about deliveries. Each has an API key of its own, which reads webhooks and their deliveries in
 * the clinics of the webhook that the e-mail is about, and nothing else: no events, no other section, no changes.
 */
final class MailLinkIssuer {

    /** As long as the longest link that an API key can make: the owner may read the e-mail after a week off. */
    static final Duration VALIDITY = Duration.ofDays(7);

    /** How many links of an account are valid at a time; the other e-mails link to a page at which the owner signs in. */
    static final int MAX_VALID = 50;

    /** As many as a key can be issued with in one request. */
    private static final int MAX_CLINICS = 100;

    /** A try fails only when the account was changed at the same time. */
    private static final int MAX_TRIES = 5;

    private static final Logger LOG = LoggerFactory.getLogger(MailLinkIssuer.class);

    private final Accounts accounts;
    private final ApiKeyStore keys;
    private final WebhookStore webhooks;
    private final RandomGenerator random;

    /** @param random a cryptographic source */
    MailLinkIssuer(Accounts accounts, ApiKeyStore keys, WebhookStore webhooks, RandomGenerator random) {
        this.accounts = accounts;
        this.keys = keys;
        this.webhooks = webhooks;
        this.random = random;
    }

    /**
     * Prepares the link of an e-mail.
     *
     * @return empty for an e-mail about a change that a stolen key could have made, and where the account has too many links
     */
    Optional<MailLink> prepare(Notice.OfWebhook notice, Instant now) {
        Notice.About about = notice.about();
        if (notice instanceof Notice.OfChange || keys.countOfService(about.account(), now) >= MAX_VALID) {
            return Optional.empty();
        }
        return webhooks.find(about.account(), about.webhook())
                .map(Webhook::reach)
                .filter(MailLinkIssuer::canBeListed)
                .map(clinics -> new MailLink(
                        key(about, clinics, now),
                        ApiKeySecret.mint(ApiKeySecret.Mode.of(accounts.isSandbox(about.account())), random)));
    }

    /**
     * Makes a link work. It is called after the e-mail was handed over, so that repeated tries to hand it over leave no keys behind. A
     * failure is logged alone, because to repeat it would repeat the e-mail: the link then leads to the page at which the owner signs in.
     */
    void activate(MailLink link) {
        try {
            if (!issued(link)) {
                LOG.warn(
                        "{} of a link was not issued: the account has changed",
                        link.key().id().value());
            }
        } catch (RuntimeException e) {
            LOG.warn("{} of a link was not issued: {}", link.key().id().value(), ExceptionSummary.of(e));
        }
    }

    private boolean issued(MailLink link) {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Optional<AccountTerms> terms = accounts.terms(link.key().account());
            if (terms.filter(read -> keys.issue(link.key(), link.secret(), read.withRoomFor(Integer.MAX_VALUE)))
                    .isPresent()) {
                return true;
            }
        }
        return false;
    }

    private NewApiKey key(Notice.About about, Clinics clinics, Instant now) {
        Instant at = now.truncatedTo(ChronoUnit.MILLIS);
        return new NewApiKey(
                about.account(),
                ApiKeyId.mint(at, random),
                Optional.of("E-mail about " + about.webhook().value()),
                Set.of(Scope.WEBHOOKS_READ),
                clinics,
                at,
                Optional.of(at.plus(VALIDITY)),
                Optional.empty(),
                Origin.service(at));
    }

    /** Nobody but a key with all clinics sees a webhook that has lost all of its own. */
    private static boolean canBeListed(Clinics clinics) {
        return switch (clinics) {
            case Clinics.All _ -> true;
            case Clinics.Listed(Set<ClinicId> listed) -> !listed.isEmpty() && listed.size() <= MAX_CLINICS;
        };
    }
}
