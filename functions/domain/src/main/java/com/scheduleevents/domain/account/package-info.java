/** Who calls and what they may see: accounts, clinics, API keys, scopes. */
@NullMarked
package com.scheduleevents.domain.account;

import org.jspecify.annotations.NullMarked;
