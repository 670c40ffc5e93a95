/** Requests made from the contract, with one thing wrong in them, and what the API makes of them. */
@NullMarked
package com.scheduleevents.contract.mutation;

import org.jspecify.annotations.NullMarked;
