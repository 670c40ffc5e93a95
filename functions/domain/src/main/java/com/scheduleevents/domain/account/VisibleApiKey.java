package com.scheduleevents.domain.account;

/**
 * An API key that a caller may see; it is not revoked.
 *
 * @param clinics the clinics that it sees itself
 */
public record VisibleApiKey(ApiKey key, Grant grant, Clinics clinics) {}
