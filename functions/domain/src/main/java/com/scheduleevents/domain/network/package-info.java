/** The rules for the URLs and addresses of receivers, without any lookup or call. */
@NullMarked
package com.scheduleevents.domain.network;

import org.jspecify.annotations.NullMarked;
