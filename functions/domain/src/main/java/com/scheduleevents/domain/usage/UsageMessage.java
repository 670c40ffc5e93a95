package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.AccountId;

/** A message of the usage queue: a request to count the usage of one account on one day. */
public sealed interface UsageMessage {

    /** The account to count. */
    AccountId account();

    /** The day to count. */
    UsageDay day();

    /** Begins a count. */
    record Begin(AccountId account, UsageDay day) implements UsageMessage {}

    /** Continues a count that an earlier invocation did not finish. */
    record Continue(UsageCount count) implements UsageMessage {
        @Override
        public AccountId account() {
            return count.account();
        }

        @Override
        public UsageDay day() {
            return count.day();
        }
    }
}
