package com.scheduleevents.domain.pull;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.event.EventId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a consumer acknowledges a delivery with. It stays valid when the delivery becomes visible again, so that a consumer that took long
 * need not process an event twice. It does not acknowledge a later retry cycle, which somebody has asked for since.
 *
 * @param generation the generation of the webhook, from 1
 * @param cycle the retry cycle, from 1
 */
public record PullReceipt(long generation, int cycle, EventId event) {

    private static final Pattern FORM =
            Pattern.compile("rcp_([1-9][0-9]{0,8})_([1-9][0-9]{0,8})_([0-9A-Za-z_]{26,31})");
    private static final String PREFIX = "rcp_";
    private static final String EVENT = "evt_";

    /** The receipt of a delivery. */
    static PullReceipt of(DeliveryMessage message) {
        return new PullReceipt(
                message.generation(), message.cycle(), message.payload().id());
    }

    /** Parses a receipt; empty when the text has another form. */
    public static Optional<PullReceipt> parse(String text) {
        Matcher parts = FORM.matcher(text);
        return parts.matches()
                ? EventId.parse(EVENT + parts.group(3))
                        .map(event -> new PullReceipt(
                                Long.parseLong(parts.group(1)), Integer.parseInt(parts.group(2)), event))
                : Optional.empty();
    }

    /** The receipt as the API shows it: opaque to clients. */
    public String text() {
        return PREFIX + generation + "_" + cycle + "_" + event.value().substring(EVENT.length());
    }
}
