/** This package tests that the pages in docs say what the code does. */
@NullMarked
package com.scheduleevents.docs;

import org.jspecify.annotations.NullMarked;
