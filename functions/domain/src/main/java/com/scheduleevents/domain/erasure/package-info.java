/** The erasure of what the service holds of a clinic or an account, at the end of a contract. */
@NullMarked
package com.scheduleevents.domain.erasure;

import org.jspecify.annotations.NullMarked;
