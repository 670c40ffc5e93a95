/** HTTP as API Gateway hands it to a function: requests read strictly, answers and errors written in one place. */
@NullMarked
package com.scheduleevents.api.http;

import org.jspecify.annotations.NullMarked;
