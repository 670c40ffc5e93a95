package com.scheduleevents.domain.usage;

import com.scheduleevents.domain.account.AccountId;

/** What a worker is asked to do about one account's day. */
public sealed interface UsageMessage {

    /** Whose usage. */
    AccountId account();

    /** Which day's. */
    UsageDay day();

    /**
     * Count it from the beginning.
     *
     * @param account whose usage
     * @param day which day's
     */
    record Begin(AccountId account, UsageDay day) implements UsageMessage {}

    /**
     * Count on, where another one's time was up.
     *
     * @param count how far it came
     */
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
