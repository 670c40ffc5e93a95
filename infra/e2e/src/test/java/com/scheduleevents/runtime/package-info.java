/** This package tests the functions under Lambda's own runtime client, with the variables of the template. */
@NullMarked
package com.scheduleevents.runtime;

import org.jspecify.annotations.NullMarked;
