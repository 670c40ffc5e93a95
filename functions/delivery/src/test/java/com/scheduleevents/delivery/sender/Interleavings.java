package com.scheduleevents.delivery.sender;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.SynchronousQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A small explicit-state model checker that runs the real code. Each actor stops before every step that another can see; from every
 * state, every next step and every crash of each actor is explored. A state consists of the world and the results that each actor has
 * got so far, because what it does next depends on both. A state that was met before is not explored again.
 */
final class Interleavings {

    private final Set<String> met = new HashSet<>();
    private int ends;

    /**
     * Explores all interleavings.
     *
     * @param fresh creates the same initial world each time
     * @param atTheEnd checks a world in which no actor has anything left to do
     */
    <W extends World> void explore(Supplier<W> fresh, Consumer<W> atTheEnd) {
        Deque<List<Choice>> open = new ArrayDeque<>(List.of(List.of()));
        while (!open.isEmpty()) {
            List<Choice> path = new ArrayList<>(open.pop());
            inVirtualThread(() -> follow(path, fresh, atTheEnd, open));
        }
    }

    /** Depth first, to the end or to a known state; the alternatives are explored later. */
    private <W extends World> void follow(
            List<Choice> path, Supplier<W> fresh, Consumer<W> atTheEnd, Deque<List<Choice>> open) {
        try (Run<W> run = new Run<>(fresh.get())) {
            path.forEach(run::take);
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

    /**
     * Virtual threads hand over to each other at a fraction of what handing over to a platform thread costs. Each path is one of its
     * own, because the carriers turn to other tests only between two.
     */
    private static void inVirtualThread(Runnable path) {
        try {
            CompletableFuture.runAsync(path, Thread::startVirtualThread).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof AssertionError broken) {
                throw broken;
            }
            throw e;
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

    /** The world that is explored. */
    interface World {

        /** The visible state; equal for worlds with the same future. */
        String state();

        /** Whether there is work for an idle actor. */
        boolean hasWork();

        /**
         * Takes the next piece of work.
         *
         * @param actor is told what it does, and decides before every visible step whether to continue or crash
         */
        Runnable work(Actor actor);

        /** The actors, by name. */
        List<String> actors();

        /** The number of crashes. */
        int deaths();
    }

    /** A choice: the next step of an actor, or its crash. */
    private record Choice(int actor, boolean dies) {}

    /** Ends the process; nothing in the code under test catches it. */
    private static final class Death extends Error {
        private static final long serialVersionUID = 1L;

        Death() {
            super("died", null, false, false);
        }
    }

    /** An actor: a thread that stops between two steps. */
    static final class Actor {

        private final SynchronousQueue<Boolean> mayGoOn = new SynchronousQueue<>();
        private final SynchronousQueue<Boolean> standsStill = new SynchronousQueue<>();
        private final StringBuilder answers = new StringBuilder();
        private boolean working;
        private Throwable failure = new Death();
        private boolean failed;

        /** Says what the actor is doing, which is part of its state. */
        void does(String work) {
            answers.setLength(0);
            answers.append(work.hashCode()).append(':');
        }

        /** Makes a step when the actor may, and stores the result. */
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
                    // Its work stays for the next actor.
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
                // Idle actors are interchangeable.
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

        /** Crashes the actors that are still running. */
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
