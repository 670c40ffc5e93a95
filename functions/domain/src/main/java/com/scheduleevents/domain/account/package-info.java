/** Accounts, clinics, API keys and scopes: who makes a request, and what they may see and do. */
@NullMarked
package com.scheduleevents.domain.account;

import org.jspecify.annotations.NullMarked;
