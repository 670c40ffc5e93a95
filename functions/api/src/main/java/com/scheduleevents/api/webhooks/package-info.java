/** The function behind {@code /webhooks}: webhooks, their deliveries and their replays. */
@NullMarked
package com.scheduleevents.api.webhooks;

import org.jspecify.annotations.NullMarked;
