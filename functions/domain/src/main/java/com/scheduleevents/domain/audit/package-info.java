/** The audit log of an account: what was changed, when and by whom. */
@NullMarked
package com.scheduleevents.domain.audit;

import org.jspecify.annotations.NullMarked;
