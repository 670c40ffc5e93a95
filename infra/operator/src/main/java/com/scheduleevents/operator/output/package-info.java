/** What a command says: for people as tables, for scripts as JSON, and a refusal in one sentence. */
@NullMarked
package com.scheduleevents.operator.output;

import org.jspecify.annotations.NullMarked;
