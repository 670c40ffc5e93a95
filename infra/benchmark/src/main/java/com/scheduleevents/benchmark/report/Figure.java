package com.scheduleevents.benchmark.report;

/**
 * One figure of a scenario.
 *
 * @param scenario the scenario's name
 * @param figure what was measured
 * @param value in the unit
 * @param unit such as {@code USD}
 */
public record Figure(String scenario, String figure, double value, String unit) {}
