/** Requests with one thing wrong, made from the contract, and what the API makes of them. */
@NullMarked
package com.scheduleevents.contract.mutation;

import org.jspecify.annotations.NullMarked;
