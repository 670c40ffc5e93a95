/** This package has a demo receiver of webhooks, which verifies deliveries, shows them and fails on request. */
@NullMarked
package com.scheduleevents.local.receiver;

import org.jspecify.annotations.NullMarked;
