package com.scheduleevents.api.control;

/**
 * An address that receivers are called from, as the API shows it.
 *
 * @param address an IPv4 address
 */
record AddressJson(String address) {}
