/** What the pages of docs/ say, held to the code. */
@NullMarked
package com.scheduleevents.docs;

import org.jspecify.annotations.NullMarked;
