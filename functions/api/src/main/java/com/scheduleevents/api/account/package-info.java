/** The function behind {@code /account}, which shows the account and the permissions of an API key. */
@NullMarked
package com.scheduleevents.api.account;

import org.jspecify.annotations.NullMarked;
