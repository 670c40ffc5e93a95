package com.scheduleevents.domain.mail;

import com.scheduleevents.domain.account.ApiKeyId;
import java.time.Instant;

/**
 * Who made a change.
 *
 * @param key the API key with which it was made
 * @param at when it was made
 */
public record ChangeAuthor(ApiKeyId key, Instant at) {}
