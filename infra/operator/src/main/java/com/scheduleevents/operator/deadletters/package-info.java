/** Dead letters: what they are, and how each goes back to where it came from. */
@NullMarked
package com.scheduleevents.operator.deadletters;

import org.jspecify.annotations.NullMarked;
