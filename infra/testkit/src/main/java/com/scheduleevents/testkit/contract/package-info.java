/**
 * This package specifies what each port of testkit.memory does, as a class of tests that the port in memory and the port on AWS both
 * extend.
 */
@NullMarked
package com.scheduleevents.testkit.contract;

import org.jspecify.annotations.NullMarked;
