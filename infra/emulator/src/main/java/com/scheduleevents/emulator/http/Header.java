package com.scheduleevents.emulator.http;

/**
 * One header line.
 *
 * @param name as it was sent, with its case
 * @param value as it was sent
 */
public record Header(String name, String value) {}
