package com.scheduleevents.emulator.sources;

import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.emulator.storage.MemoryStorage;
import com.scheduleevents.emulator.storage.Storage;
import java.util.List;

class MemoryEventSourcesTest extends EventSourcesContract {

    @Override
    Storage started(PseudoParameters pseudoParameters) {
        return MemoryStorage.start(0, pseudoParameters, List.of());
    }
}
