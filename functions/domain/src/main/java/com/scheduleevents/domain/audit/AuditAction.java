package com.scheduleevents.domain.audit;

import java.util.Arrays;

/** A kind of change that the audit log records. */
public enum AuditAction {
    WEBHOOK_REGISTERED("webhook.registered"),
    /** Settings other than the URL were changed. */
    WEBHOOK_UPDATED("webhook.updated"),
    /** The URL was changed, and perhaps other settings with it. */
    WEBHOOK_MOVED("webhook.moved"),
    WEBHOOK_SECRET_ROTATED("webhook.secret_rotated"),
    WEBHOOK_ENABLED("webhook.enabled"),
    WEBHOOK_DISABLED("webhook.disabled"),
    WEBHOOK_DELETED("webhook.deleted"),
    /** Its owner confirmed the e-mail address of a webhook. */
    ADDRESS_CONFIRMED("notify.confirmed"),
    /** The e-mail address of a webhook gets no e-mails any more. */
    ADDRESS_ENDED("notify.ended"),
    DELIVERY_DISMISSED("delivery.dismissed"),
    REPLAY_STARTED("replay.started"),
    REPLAY_CANCELLED("replay.cancelled"),
    API_KEY_ISSUED("api_key.issued"),
    API_KEY_REVOKED("api_key.revoked"),
    /** What was recorded for a former clinic was erased. */
    CLINIC_ERASED("clinic.erased"),
    /** What was recorded for the account was erased after its end. */
    ACCOUNT_ERASED("account.erased");

    private final String wireName;

    AuditAction(String wireName) {
        this.wireName = wireName;
    }

    /** The name in the API and in the tables. */
    public String wireName() {
        return wireName;
    }

    /**
     * The action of that name.
     *
     * @throws IllegalStateException when there is none
     */
    public static AuditAction named(String wireName) {
        return Arrays.stream(values())
                .filter(action -> action.wireName.equals(wireName))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("an audit entry has an unknown action"));
    }
}
