/** A server of the Model Context Protocol. This package and its libraries are in {@code clinic-events-mcp.jar}, beside the program. */
@NullMarked
package com.scheduleevents.cli.mcp.server;

import org.jspecify.annotations.NullMarked;
