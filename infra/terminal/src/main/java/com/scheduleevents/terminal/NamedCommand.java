package com.scheduleevents.terminal;

import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** A command of a program, or a word that begins commands. Nothing is made of it until it is needed. */
public interface NamedCommand {

    /** The word. */
    String name();

    /** What the help says of it where it lists all commands. */
    String summary();

    /** The commands within it, by name, and what the help says of each, line by line; none where it is a command itself. */
    Map<String, List<String>> within();

    /** Makes it, without the commands within it. */
    CommandLine made(IFactory factory);

    /** Makes one of the commands within it. */
    CommandLine made(String within, IFactory factory);
}
