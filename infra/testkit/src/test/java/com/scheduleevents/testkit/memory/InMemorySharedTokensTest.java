package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.rate.SharedTokens;
import com.scheduleevents.testkit.contract.SharedTokensContract;

final class InMemorySharedTokensTest extends SharedTokensContract {

    private final SharedTokens tokens = new InMemorySharedTokens();

    @Override
    protected SharedTokens tokens() {
        return tokens;
    }
}
