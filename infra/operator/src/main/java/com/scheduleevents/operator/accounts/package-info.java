/** The commands on accounts, their clinics and their API keys. */
@NullMarked
package com.scheduleevents.operator.accounts;

import org.jspecify.annotations.NullMarked;
