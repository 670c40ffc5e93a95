package com.scheduleevents.delivery.receiver;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.receiver.Receivers.Turn;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Limits the concurrent attempts of each account to each host, and those of all accounts together to four times as many. Further attempts
 * wait in the order of their arrival, but one that has to wait for its own account is overtaken by those of others: receivers that hang cost
 * their account its turns and leave its neighbours theirs, also where all of them are behind one host name. A host without attempts takes
 * no memory.
 */
public final class PerHostLimiter {

    /** How many accounts can make all their attempts to a host at a time. So no account ever holds more than this part of its turns. */
    static final int ACCOUNTS = 4;

    private final Map<String, Host> hosts = new HashMap<>();
    private final int perAccount;

    /**
     * @param perAccount how many attempts of one account to one host are made at a time, at least 1
     * @throws IllegalArgumentException when the limit is less than 1
     */
    public PerHostLimiter(int perAccount) {
        if (perAccount < 1) {
            throw new IllegalArgumentException("The limit per host must be at least 1, not " + perAccount + ".");
        }
        this.perAccount = perAccount;
    }

    /**
     * Waits for a turn.
     *
     * @throws IllegalStateException when the waiting thread is interrupted
     */
    public Turn turn(AccountId account, String host) {
        Waiting own = new Waiting(account, new CountDownLatch(1));
        synchronized (hosts) {
            Host entry = hosts.computeIfAbsent(host, _ -> new Host());
            entry.waiting.add(own);
            entry.admit();
        }
        try {
            own.turn().await();
        } catch (InterruptedException stopped) {
            leave(host, own);
            throw HttpsReceivers.interrupted();
        }
        return () -> leave(host, own);
    }

    /** The number of hosts that have attempts, running or waiting. */
    int busyHosts() {
        synchronized (hosts) {
            return hosts.size();
        }
    }

    /** The number of threads that wait for a turn. */
    int waiting() {
        synchronized (hosts) {
            return hosts.values().stream().mapToInt(host -> host.waiting.size()).sum();
        }
    }

    private void leave(String host, Waiting own) {
        synchronized (hosts) {
            Host entry = hosts.get(host);
            if (entry != null) {
                entry.end(own);
                if (entry.isIdle()) {
                    hosts.remove(host);
                }
            }
        }
    }

    /** The attempts to one host. */
    private final class Host {

        private final Deque<Waiting> waiting = new ArrayDeque<>();
        private final Map<AccountId, Integer> running = new HashMap<>();
        private int inAll;

        /** Gives their turn to those that waited longest and whose account has one left. */
        void admit() {
            Iterator<Waiting> next = waiting.iterator();
            while (inAll < perAccount * ACCOUNTS && next.hasNext()) {
                Waiting first = next.next();
                if (running.getOrDefault(first.account(), 0) < perAccount) {
                    next.remove();
                    running.merge(first.account(), 1, Integer::sum);
                    inAll++;
                    first.turn().countDown();
                }
            }
        }

        /** An attempt is over, or was given up while it waited. */
        void end(Waiting own) {
            if (!waiting.remove(own)) {
                running.computeIfPresent(own.account(), (_, count) -> less(count));
                inAll--;
            }
            admit();
        }

        private static @Nullable Integer less(int count) {
            return count == 1 ? null : count - 1;
        }

        boolean isIdle() {
            return inAll == 0 && waiting.isEmpty();
        }
    }

    /** An attempt that waits for its turn until the latch is at zero; it is told from others by its identity, that of its latch. */
    private record Waiting(AccountId account, CountDownLatch turn) {}
}
