package com.scheduleevents.operator.deadletters;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Redrives dead-letter messages one by one: each is received, sent back and only then deleted. A message that an interrupted
 * redrive leaves can be received again two minutes later, and a message that is sent back twice is handled once.
 */
final class Redrive {

    private final DeadLetterClient client;
    private final RedriveTarget target;
    private final boolean dry;

    /**
     * @param dry whether no message is deleted; the target sends nothing then
     */
    Redrive(DeadLetterClient client, RedriveTarget target, boolean dry) {
        this.client = client;
        this.target = target;
        this.dry = dry;
    }

    /** A message that stays in the dead-letter queue. */
    record KeptMessage(String id, String reason) {}

    /**
     * The result.
     *
     * @param back how many messages were sent back
     */
    record RedriveResult(int back, List<KeptMessage> kept) {}

    /**
     * Redrives the messages that are in the queue now, but not those that fail again and return meanwhile.
     *
     * @param max the greatest number of messages
     */
    RedriveResult run(int max) {
        int left = Math.min(max, client.count());
        int back = 0;
        List<DeadLetter> stay = new ArrayList<>();
        List<KeptMessage> kept = new ArrayList<>();
        try {
            while (left > 0) {
                List<DeadLetter> received = client.receive(left);
                if (received.isEmpty()) {
                    break;
                }
                left -= received.size();
                for (DeadLetter message : received) {
                    Optional<String> reason = target.send(message);
                    reason.ifPresent(why -> kept.add(new KeptMessage(message.id(), why)));
                    if (reason.isPresent() || dry) {
                        stay.add(message);
                    } else {
                        client.delete(message);
                    }
                    back += reason.isPresent() ? 0 : 1;
                }
            }
        } finally {
            stay.forEach(client::release);
        }
        return new RedriveResult(back, List.copyOf(kept));
    }
}
