/** The form and the creation of ids, and hashes. */
@NullMarked
package com.scheduleevents.domain.id;

import org.jspecify.annotations.NullMarked;
