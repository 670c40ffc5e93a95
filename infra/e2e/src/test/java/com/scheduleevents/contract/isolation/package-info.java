/** This package tests that no key sees or touches what belongs to another account or to a clinic outside its list. */
@NullMarked
package com.scheduleevents.contract.isolation;

import org.jspecify.annotations.NullMarked;
