/** The function behind {@code /webhooks}: registers webhooks, shows them and changes them. */
@NullMarked
package com.scheduleevents.api.webhooks;

import org.jspecify.annotations.NullMarked;
