/** The functions under Lambda's own runtime client, with what the template gives them. */
@NullMarked
package com.scheduleevents.runtime;

import org.jspecify.annotations.NullMarked;
