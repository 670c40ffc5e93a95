/** Which urls a receiver may have and which addresses may be called: rules alone, nothing is looked up here. */
@NullMarked
package com.scheduleevents.domain.network;

import org.jspecify.annotations.NullMarked;
