/** The local cloud: runs the functions of template.yaml without AWS and without Docker. */
@NullMarked
package com.scheduleevents.local;

import org.jspecify.annotations.NullMarked;
