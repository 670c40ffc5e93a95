/** The function behind {@code /account}: tells a client whose key it holds and what the key sees. */
@NullMarked
package com.scheduleevents.api.account;

import org.jspecify.annotations.NullMarked;
