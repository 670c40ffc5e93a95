package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.delivery.CapturedResponses;
import com.scheduleevents.testkit.contract.CapturedResponsesContract;

final class InMemoryCapturedResponsesTest extends CapturedResponsesContract {

    private final InMemoryCapturedResponses responses = new InMemoryCapturedResponses();

    @Override
    protected CapturedResponses responses() {
        return responses;
    }
}
