/** What has to follow when an account changes: its rows, its API keys and its webhooks. */
@NullMarked
package com.scheduleevents.aws.tenants;

import org.jspecify.annotations.NullMarked;
