package com.scheduleevents.delivery.notifier;

import java.time.Duration;

/**
 * The durations that e-mails mention, as the deployment sets them.
 *
 * @param retention how long an event can be read and replayed
 * @param retryWindow how long a delivery is attempted before its webhook is disabled
 * @param receiverTimeout how long a receiver may take to respond
 */
public record ServiceTimes(Duration retention, Duration retryWindow, Duration receiverTimeout) {}
