package com.scheduleevents.benchmark.report;

/**
 * One figure of a scenario.
 *
 * @param scenario the scenario's name
 * @param storage what kept tables and queues meanwhile, such as {@code memory}; {@code none} where nothing did
 * @param figure what was measured
 * @param value in the unit
 * @param unit such as {@code USD}
 */
public record Figure(String scenario, String storage, String figure, double value, String unit) {}
