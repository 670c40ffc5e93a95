/** What texts that people wrote may contain, whatever brought them. */
@NullMarked
package com.scheduleevents.domain.text;

import org.jspecify.annotations.NullMarked;
