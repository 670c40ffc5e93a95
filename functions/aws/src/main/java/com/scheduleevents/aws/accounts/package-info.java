/** Accounts, clinics and API keys on DynamoDB, and the operator's hand on them. */
@NullMarked
package com.scheduleevents.aws.accounts;

import org.jspecify.annotations.NullMarked;
