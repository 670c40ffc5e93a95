package com.scheduleevents.cli.process;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The signals with which operating systems and people end a process, except those that no process gets to see. */
final class ProcessStop implements StopSignal {

    /** Enough for a request to the API, and less than a person waits before the second Ctrl-C. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    @Override
    public Ending interruptThisThread() {
        Thread command = Thread.currentThread();
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interruptAndWait(command, ended)));
        return ended::countDown;
    }

    /** The latch and not the thread: when the command has ended, its thread asks the process to exit, which waits for this hook. */
    private static void interruptAndWait(Thread command, CountDownLatch ended) {
        if (ended.getCount() == 0) {
            return;
        }
        command.interrupt();
        try {
            var _ = ended.await(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
