/** Lists that are read page by page. */
@NullMarked
package com.scheduleevents.domain.page;

import org.jspecify.annotations.NullMarked;
