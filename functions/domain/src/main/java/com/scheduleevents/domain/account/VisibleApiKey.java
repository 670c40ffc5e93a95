package com.scheduleevents.domain.account;

/**
 * An API key that another one sees; it is not revoked.
 *
 * @param key its name and label
 * @param grant what it may do
 * @param clinics what it sees itself
 */
public record VisibleApiKey(ApiKey key, Grant grant, Clinics clinics) {}
