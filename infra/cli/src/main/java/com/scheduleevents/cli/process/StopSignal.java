package com.scheduleevents.cli.process;

/** Tells a command that the program is asked to stop, by Ctrl-C for example, so that it can undo what it has begun. */
public interface StopSignal {

    /** From now on, interrupts the calling thread when the program is asked to stop; the program ends after the command has. */
    Ending interruptThisThread();

    /** The end of the command, for which the program waits. */
    interface Ending extends AutoCloseable {

        /** Says that the command has ended. */
        @Override
        void close();
    }
}
