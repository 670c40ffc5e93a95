/** Makes the webhooks of an account those of a file. */
@NullMarked
package com.scheduleevents.cli.apply;

import org.jspecify.annotations.NullMarked;
