package com.scheduleevents.simulation.people;

import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.promises.BrokenPromise;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.LongStream;

/** Prints which promises a scenario breaks, in the way of {@link com.scheduleevents.simulation.SimulationMain}, and ends the process. */
final class ScenarioReport {

    private ScenarioReport() {}

    /**
     * @param arguments the template, and how many seeds people are drawn from, the first of which is 1
     * @param scenario the promises that it breaks with the people of a seed
     */
    static void print(String[] arguments, BiFunction<Template, Long, List<BrokenPromise>> scenario) {
        print(arguments, Map.of(), scenario);
    }

    /** The same with values of parameters of the template. */
    static void print(
            String[] arguments,
            Map<String, String> parameters,
            BiFunction<Template, Long, List<BrokenPromise>> scenario) {
        Template template = SimulatedDeployment.template(Path.of(arguments[0]), parameters);
        int seeds = Integer.parseInt(arguments[1]);
        List<String> broken = LongStream.rangeClosed(1, seeds)
                .boxed()
                .flatMap(
                        seed -> scenario.apply(template, seed).stream().map(promise -> "seed " + seed + ": " + promise))
                .toList();
        broken.forEach(System.out::println);
        System.out.println(broken.size() + " promises were broken in " + seeds + " runs");
        System.exit(broken.isEmpty() ? 0 : 1);
    }
}
