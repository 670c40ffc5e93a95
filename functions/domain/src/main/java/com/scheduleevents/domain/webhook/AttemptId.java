package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.event.EventId;

/**
 * Identifies an attempt among those of one webhook.
 *
 * @param cycle the retry cycle, from 1
 * @param number the number of the attempt in its retry cycle, from 1
 */
public record AttemptId(EventId event, int cycle, int number) {}
