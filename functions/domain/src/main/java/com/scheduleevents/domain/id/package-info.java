/** Identifiers: their one form, and how new ones are minted. */
@NullMarked
package com.scheduleevents.domain.id;

import org.jspecify.annotations.NullMarked;
