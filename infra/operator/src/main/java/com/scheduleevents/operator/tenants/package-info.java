/** Changes accounts, clinics and API keys in the Accounts table, and what their webhooks must follow in the Webhooks table. */
@NullMarked
package com.scheduleevents.operator.tenants;

import org.jspecify.annotations.NullMarked;
