package com.scheduleevents.delivery.sender;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.SynchronousQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A small explicit-state model checker that runs the real code: some actors, each stopped before every step that another could
 * see, and from every state every next step of every actor, and the death of each. A state that was met before is not gone
 * on from: what an actor does next depends on the world and on what it was answered so far, so both make up the state.
 */
final class Interleavings {

    private final Set<String> met = new HashSet<>();
    private int ends;

    /**
     * Goes through all of them.
     *
     * @param fresh a world at its beginning; always the same
     * @param atTheEnd looks at a world in which no actor has anything to do any more; throws what is wrong with it
     */
    <W extends World> void explore(Supplier<W> fresh, Consumer<W> atTheEnd) {
        Deque<List<Choice>> open = new ArrayDeque<>(List.of(List.of()));
        while (!open.isEmpty()) {
            List<Choice> path = new ArrayList<>(open.pop());
            try (Run<W> run = new Run<>(fresh.get())) {
                path.forEach(run::take);
                // Straight on to the end, or to a state that was met; what was passed by is gone into later.
                for (List<Choice> next = run.choices(); met.add(run.state()); next = run.choices()) {
                    if (next.isEmpty()) {
                        ends++;
                        atTheEnd.accept(run.world);
                        break;
                    }
                    next.stream().skip(1).forEach(choice -> open.push(with(path, choice)));
                    path.add(next.getFirst());
                    run.take(next.getFirst());
                }
            }
        }
    }

    /** How many different states there are. */
    int states() {
        return met.size();
    }

    /** How many of them are an end. */
    int ends() {
        return ends;
    }

    private static List<Choice> with(List<Choice> path, Choice choice) {
        List<Choice> longer = new ArrayList<>(path);
        longer.add(choice);
        return longer;
    }

    /** What is explored. */
    interface World {

        /** What its actors see of each other; equal for worlds that go on alike. */
        String state();

        /** Whether an idle actor has something to do. */
        boolean hasWork();

        /**
         * The next piece of work, which is marked as being done by somebody.
         *
         * @param actor is told what it does, and asks before every step that others could see, whether it goes on; it does not when it dies
         */
        Runnable work(Actor actor);

        /** The actors, by name. */
        List<String> actors();

        /** How many actors may die. */
        int deaths();
    }

    /** What an actor does next: its next step, or its death. */
    private record Choice(int actor, boolean dies) {}

    /** Nobody catches it, as nobody catches the end of a process. */
    private static final class Death extends Error {
        private static final long serialVersionUID = 1L;

        Death() {
            super("died", null, false, false);
        }
    }

    /** One actor: a thread that stands still between two steps. */
    static final class Actor {

        private final SynchronousQueue<Boolean> mayGoOn = new SynchronousQueue<>();
        private final SynchronousQueue<Boolean> standsStill = new SynchronousQueue<>();
        private final StringBuilder answers = new StringBuilder();
        private boolean working;
        private Throwable failure = new Death();
        private boolean failed;

        /** Says what the actor is doing now, by which it differs from one that was answered the same. */
        void does(String work) {
            answers.setLength(0);
            answers.append(work.hashCode()).append(':');
        }

        /** Makes a step when the actor may, and remembers the answer. */
        Object step(String name, PortProxies.Call call) throws Exception {
            standsStill.put(true);
            if (!mayGoOn.take()) {
                throw new Death();
            }
            Object answer = call.make();
            answers.append(name).append('=').append(answer).append(';');
            return answer;
        }

        private void begin(Runnable work) throws InterruptedException {
            working = true;
            Thread.ofVirtual().start(() -> {
                try {
                    work.run();
                } catch (Death _) {
                    // Its work is there for the next one.
                } catch (Throwable e) {
                    failure = e;
                    failed = true;
                } finally {
                    working = false;
                    putUninterruptibly();
                }
            });
            standsStill.take();
        }

        private void putUninterruptibly() {
            try {
                standsStill.put(false);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void goOn(boolean lives) throws InterruptedException {
            mayGoOn.put(lives);
            standsStill.take();
            if (failed) {
                throw new AssertionError("an actor failed", failure);
            }
        }
    }

    private static final class Run<W extends World> implements AutoCloseable {

        private final W world;
        private final List<Actor> actors = new ArrayList<>();
        private int deaths;

        Run(W world) {
            this.world = world;
            world.actors().forEach(_ -> actors.add(new Actor()));
        }

        List<Choice> choices() {
            List<Choice> choices = new ArrayList<>();
            boolean offered = false;
            for (int i = 0; i < actors.size(); i++) {
                boolean working = actors.get(i).working;
                // Idle actors are alike: one of them is as good as the other.
                if (working || (world.hasWork() && !offered)) {
                    choices.add(new Choice(i, false));
                    offered |= !working;
                }
                if (working && deaths < world.deaths()) {
                    choices.add(new Choice(i, true));
                }
            }
            return choices;
        }

        void take(Choice choice) {
            Actor actor = actors.get(choice.actor());
            try {
                if (actor.working) {
                    deaths += choice.dies() ? 1 : 0;
                    actor.goOn(!choice.dies());
                } else {
                    actor.begin(world.work(actor));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        String state() {
            StringBuilder state = new StringBuilder(world.state()).append(deaths);
            actors.stream()
                    .map(actor -> actor.working ? actor.answers + "…" : "idle")
                    .sorted()
                    .forEach(position -> state.append('|').append(position));
            return state.toString();
        }

        /** Lets those die that still stand somewhere. */
        @Override
        public void close() {
            try {
                for (Actor actor : actors) {
                    while (actor.working) {
                        actor.mayGoOn.put(false);
                        actor.standsStill.take();
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
