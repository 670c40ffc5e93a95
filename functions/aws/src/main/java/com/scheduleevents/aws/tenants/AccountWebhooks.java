package com.scheduleevents.aws.tenants;

import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** All webhooks of an account, those that were registered until now. */
final class AccountWebhooks {

    /** Each try fails only when somebody else's succeeded. */
    private static final int TRIES = 50;

    private final DynamoWebhooks webhooks;

    AccountWebhooks(DynamoWebhooks webhooks) {
        this.webhooks = webhooks;
    }

    /**
     * Makes something of each; those that are so already are left alone.
     *
     * @throws UnreadableRow when one or more cannot be read; all the others were changed
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
            throw new UnreadableWebhooks(unreadable);
        }
    }

    /** @param rememberedUntil so long they are known to the count of what was used */
    void delete(AccountId account, Instant rememberedUntil) {
        webhooks.ids(account).forEach(id -> webhooks.delete(account, id, rememberedUntil));
    }

    private void change(AccountId account, WebhookId id, UnaryOperator<Webhook> change) {
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
        throw new IllegalStateException("others changed " + id.value() + " at every try; repeat the command");
    }
}
