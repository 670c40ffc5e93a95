package com.scheduleevents.simulation;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts classes in processes of their own, with the options of this one. Their error output is that of this process. */
public final class ChildJvm {

    private final List<String> command = new ArrayList<>();

    /** A process of these classes. */
    public ChildJvm(String classPath) {
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", classPath));
    }

    /**
     * A process of these classes that ends within a minute or so: in that time the JVM's second compiler takes as much of the processor as all
     * that it speeds up.
     */
    public static ChildJvm briefly(String classPath) {
        ChildJvm jvm = new ChildJvm(classPath);
        jvm.command.add(1, "-XX:TieredStopAtLevel=1");
        return jvm;
    }

    /** A process of the classes of this one. */
    public ChildJvm() {
        this(System.getProperty("java.class.path"));
    }

    /** Starts a class that has a main method. */
    public Process start(Class<?> main, List<String> arguments) throws IOException {
        List<String> all = new ArrayList<>(command);
        all.add(main.getName());
        all.addAll(arguments);
        return new ProcessBuilder(all)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
