/** This package tests invalid requests, which it makes from the contract by changing one thing in a valid one. */
@NullMarked
package com.scheduleevents.contract.mutation;

import org.jspecify.annotations.NullMarked;
