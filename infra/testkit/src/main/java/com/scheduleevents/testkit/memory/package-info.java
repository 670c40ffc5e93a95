/** This package has some of the domain's ports in memory, each of which keeps the contract of the port on AWS. */
@NullMarked
package com.scheduleevents.testkit.memory;

import org.jspecify.annotations.NullMarked;
