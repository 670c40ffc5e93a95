/** The command {@code mcp}, and what it needs of the jar that only it loads. */
@NullMarked
package com.scheduleevents.cli.mcp;

import org.jspecify.annotations.NullMarked;
