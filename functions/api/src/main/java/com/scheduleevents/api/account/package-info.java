/** The function behind {@code /account} and {@code /audit_log}: an API key's account and permissions, and what was changed. */
@NullMarked
package com.scheduleevents.api.account;

import org.jspecify.annotations.NullMarked;
