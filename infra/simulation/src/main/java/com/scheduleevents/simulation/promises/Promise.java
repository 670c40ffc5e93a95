package com.scheduleevents.simulation.promises;

/** What the service promises (docs/simulation/promises.md says how each is checked). */
public enum Promise {
    /** What a producer was told is recorded is in the feed, once and byte for byte, as long as it is kept. */
    RECORDED_STAYS,
    /** A correction is recorded with the id of the event that it corrects, if that is one of its account and clinic, and else refused. */
    CORRECTION_NAMES_AN_EVENT,
    /** When its retention is over, an event is neither listed nor returned, whether or not its row was deleted yet. */
    EXPIRED_IS_GONE,
    /**
     * From when a clinic was taken away or an account closed to be erased, nobody is shown or sent what was recorded for it; in the end no row has
     * it, and neighbours have lost nothing.
     */
    ERASED_IS_GONE,
    /** A walk through the feed misses nothing that was listed when it began, repeats nothing and keeps the order. */
    WALK_IS_COMPLETE,
    /**
     * A reader of the feed forwards that keeps the last cursor alone is listed exactly the visible events before {@code complete_until}, once
     * each and in order, however long it stays away.
     */
    FORWARD_IS_COMPLETE,
    /** A matching event is accepted by the receiver, or the webhook is disabled. */
    DELIVERED_OR_DISABLED,
    /**
     * Every matching event of a pull webhook is returned until it is acknowledged, the oldest first, and not again afterwards, unless the
     * acknowledgement was on its way or somebody asked for it again.
     */
    PULLED_UNTIL_ACKNOWLEDGED,
    /** While a consumer has a delivery that it pulled, nobody else gets it until its visibility ends, unless somebody asked for it again. */
    PULLED_BY_ONE,
    /**
     * If an event was confirmed before another of its appointment was handed over, a webhook that gets them in their order is sent the other one
     * only after it has accepted the first, or its owner has dismissed it.
     */
    IN_ORDER,
    /** No event's retention ends before a receiver that is owed it has it, unless its webhook was disabled before and the owner mailed. */
    NONE_EXPIRES_UNTOLD,
    /** The owner is told of deliveries that wait, after {@code WarnAfter} and after 7/90 of the retention, whatever they wait for. */
    WAITS_ARE_TOLD,
    /** A replay that is accepted has every matching event of its time attempted again. */
    REPLAY_IS_COMPLETE,
    /** A webhook is disabled by the service only after one delivery failed for its whole retry window. */
    DISABLED_WITH_REASON,
    /** The replay that an e-mail about a disabled webhook names has every event that its receiver is owed and does not have. */
    MISSED_CAN_BE_REPLAYED,
    /** An owner gets an e-mail about each disabling, and none twice without a fault of the mailer that explains it. */
    OWNER_IS_TOLD,
    /** The address of a webhook gets nothing but a link before it is confirmed, nothing at all once an e-mail came back or it was unsubscribed. */
    ADDRESS_IS_ASKED,
    /** An account gets at most fifty e-mails a day, besides those that say that a webhook was disabled. */
    MAILS_ARE_LIMITED,
    /** Whoever asked for operational events of an account is sent one about each disabling, and none about another account. */
    OPERATIONAL_EVENT_FOLLOWS,
    /** No attempt is made later than the retry window after the first one of its cycle, but for what outages and redrives delay. */
    RETRIES_END,
    /** No retry comes before its wait is over, and no more come than the schedule has, unless the receiver recovered or was replaced. */
    RETRIES_ARE_SPACED,
    /** Every attempt can be verified with a secret that is valid at its time, and carries the same bytes each time in the same style. */
    VERIFIABLE,
    /**
     * What a webhook is sent of an event of a clinic is what its owner has set: the event's own JSON, or its id, type, clinic and time and
     * nothing else. On an event bus, its detail type is its type.
     */
    PAYLOAD_IS_AS_SET,
    /**
     * Each request to a receiver that asks for an access token has one of the webhook's own, and none that the receiver has rejected; each is sent with
     * the client certificate of its webhook, if it has one. What comes to a queue or event bus comes by a session that was opened for the account of
     * its webhook, lasts, and allows nothing but that; nobody registers a queue, a bus or a role of the service itself.
     */
    AUTHORIZED,
    /** No webhook is sent an event of a clinic outside its set, and none after it was deleted, disabled or suspended. */
    ISOLATED,
    /** A webhook gets no more first attempts in a second than its owner allows; what comes again is not counted. */
    LIMIT_IS_KEPT,
    /** An account is granted its rate and one bucket, by all functions together, and all requests that stay below it. */
    RATE_IS_KEPT,
    /** While nothing fails, every matching event is attempted within ten minutes. */
    ATTEMPTED_PROMPTLY,
    /** A circuit closes within an hour of its receiver's return. */
    CIRCUIT_CLOSES,
    /** A flood of events of one tenant delays the first attempts of no other by more than two seconds. */
    NEIGHBOURS_ARE_PROMPT,
    /** When all is calm, no circuit is open, no backlog is left and no message is in flight. */
    CALM_AFTERWARDS,
    /** No message that can be handled becomes a dead-letter message, whatever fails meanwhile. */
    NO_GOOD_MESSAGE_IS_DEAD,
    /** A request that is repeated while services are out gets a response in the end, and a command of the operator has its effect. */
    SERVICE_RESPONDS,
    /** What usage bills, events and successful deliveries, is what a recount of the feeds and of what receivers took gives. */
    USAGE_IS_COUNTED,
    /** Every row of a table with a time to live expires, within the time for which such rows are kept. */
    ROWS_EXPIRE,
    /** A key that was given out works, as it was issued, until it expires or is revoked, alone or with the key that issued it; and a minute later no more. */
    KEYS_WORK_UNTIL_REVOKED,
    /** Each confirmed change of a webhook or an API key has one entry in the audit log of its account. */
    CHANGE_IS_AUDITED,
    /** A request that is repeated with its idempotency key is made once, a repeat gets what the first made, and another request is refused. */
    REPEAT_CHANGES_NOTHING,
    /** Of two changes under the same ETag at most one succeeds, a refused one has no effect, and who reads later sees no older version. */
    NO_CHANGE_IS_OVERWRITTEN,
    /** No two webhooks of an account have an external id at a time, whoever has it is found by it, and who has lost it leaves it free. */
    EXTERNAL_ID_IS_UNIQUE
}
