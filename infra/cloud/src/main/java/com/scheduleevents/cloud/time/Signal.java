package com.scheduleevents.cloud.time;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What tasks wait for: whoever raises it wakes all that wait. A task looks again at what it waited for, as with a monitor. */
public final class Signal {

    private final CloudTime time;
    private final List<Waiter> waiting = new ArrayList<>();

    /** A signal that nobody waits for yet. */
    public Signal(CloudTime time) {
        this.time = time;
    }

    /** Waits until it is raised. */
    public void await() {
        time.requireAlive();
        Waiter waiter = new Waiter();
        waiting.add(waiter);
        time.await(waiter);
    }

    /** Waits until it is raised, or for so long at most. */
    public void await(Duration atMost) {
        time.requireAlive();
        Waiter waiter = new Waiter();
        waiting.add(waiter);
        Timer timer = time.after(atMost, () -> {
            waiting.remove(waiter);
            waiter.wake();
        });
        time.await(waiter);
        timer.cancel();
    }

    /** Wakes all that wait now. */
    public void raise() {
        if (waiting.isEmpty()) {
            return;
        }
        List<Waiter> woken = List.copyOf(waiting);
        waiting.clear();
        woken.forEach(Waiter::wake);
    }
}
