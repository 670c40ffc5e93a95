package com.scheduleevents.operator.tenants;

import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.terminal.CommandFailure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Changes or deletes all webhooks that an account has at the time of the call. */
final class AccountWebhooks {

    /** A try fails only when a concurrent change succeeded. */
    private static final int TRIES = 50;

    private final DynamoWebhooks webhooks;

    AccountWebhooks(DynamoWebhooks webhooks) {
        this.webhooks = webhooks;
    }

    /**
     * Changes each webhook that the change makes a difference to.
     *
     * @throws CommandFailure when rows cannot be read; all other webhooks are changed then
     */
    void change(AccountId account, UnaryOperator<Webhook> change) {
        List<WebhookId> unreadable = new ArrayList<>();
        for (WebhookId id : webhooks.ids(account)) {
            try {
                change(account, id, change);
            } catch (UnreadableRow e) {
                unreadable.add(id);
            }
        }
        if (!unreadable.isEmpty()) {
            throw new CommandFailure("Fix or delete the rows of "
                    + unreadable.stream().map(WebhookId::value).collect(Collectors.joining(", "))
                    + ", which cannot be read, then repeat the command; all other webhooks are changed.");
        }
    }

    /** Deletes each webhook, even one whose row cannot be read; counts of usage still know it until the given time. */
    void delete(AccountId account, Instant rememberedUntil, Origin by) {
        webhooks.ids(account).forEach(id -> readable(account, id)
                .ifPresentOrElse(
                        webhook -> webhooks.delete(webhook.by(by), rememberedUntil),
                        () -> webhooks.delete(account, id, rememberedUntil)));
        webhooks.forgetExternalIds(account);
    }

    private Optional<Webhook> readable(AccountId account, WebhookId id) {
        try {
            return webhooks.find(account, id);
        } catch (UnreadableRow e) {
            return Optional.empty();
        }
    }

    /** Changes one webhook, if the change makes a difference to it; nothing happens when it does not exist. */
    void change(AccountId account, WebhookId id, UnaryOperator<Webhook> change) {
        for (int tries = 0; tries < TRIES; tries++) {
            Optional<Webhook> read = webhooks.find(account, id);
            if (read.isEmpty()) {
                return;
            }
            Webhook changed = change.apply(read.get());
            if (changed.equals(read.get()) || webhooks.update(read.get(), changed)) {
                return;
            }
        }
        throw new CommandFailure("The webhook " + id.value() + " kept changing at the same time; repeat the command.");
    }
}
