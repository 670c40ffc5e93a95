package com.scheduleevents.benchmark.cost;

/**
 * Something that is paid for.
 *
 * @param name what the table calls it
 * @param price which price applies
 */
record BillItem(String name, String price) {}
