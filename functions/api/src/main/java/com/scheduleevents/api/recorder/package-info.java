/** The function behind the changes queue: records what first-party producers put there. */
@NullMarked
package com.scheduleevents.api.recorder;

import org.jspecify.annotations.NullMarked;
