/** Accounts, clinics and API keys in DynamoDB. */
@NullMarked
package com.scheduleevents.aws.accounts;

import org.jspecify.annotations.NullMarked;
