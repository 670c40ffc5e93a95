package com.scheduleevents.operator.deadletters;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Brings dead letters back, one by one: received, brought back, and only then deleted. One that dies half-way leaves the
 * letter, which can be received again two minutes later; so nothing is lost, and what was brought back twice merges.
 */
final class Redrive {

    private final DeadLetterClient box;
    private final RedriveTarget way;
    private final boolean dry;

    /**
     * @param dry whether no letter is deleted; the way back is then one that leads nowhere
     */
    Redrive(DeadLetterClient box, RedriveTarget way, boolean dry) {
        this.box = box;
        this.way = way;
        this.dry = dry;
    }

    /** A letter that stays. */
    record Kept(String id, String reason) {}

    /** What came of it. */
    record Result(int back, List<Kept> kept) {}

    /**
     * Goes through the letters that are there now. One that fails anew and comes back while it is at work waits for the next
     * time.
     *
     * @param max at most so many
     */
    Result run(int max) {
        int left = Math.min(max, box.count());
        int back = 0;
        List<DeadLetter> stay = new ArrayList<>();
        List<Kept> kept = new ArrayList<>();
        try {
            while (left > 0) {
                List<DeadLetter> taken = box.take(left);
                if (taken.isEmpty()) {
                    break;
                }
                left -= taken.size();
                for (DeadLetter letter : taken) {
                    Optional<String> reason = way.take(letter);
                    reason.ifPresent(why -> kept.add(new Kept(letter.id(), why)));
                    if (reason.isPresent() || dry) {
                        stay.add(letter);
                    } else {
                        box.delete(letter);
                    }
                    back += reason.isPresent() ? 0 : 1;
                }
            }
        } finally {
            stay.forEach(box::giveBack);
        }
        return new Result(back, List.copyOf(kept));
    }
}
