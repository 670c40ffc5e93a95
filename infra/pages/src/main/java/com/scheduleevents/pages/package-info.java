/** Makes HTML of the docs for customers and of the contract. */
@NullMarked
package com.scheduleevents.pages;

import org.jspecify.annotations.NullMarked;
