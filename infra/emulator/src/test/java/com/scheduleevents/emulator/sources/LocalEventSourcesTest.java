package com.scheduleevents.emulator.sources;

import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.emulator.storage.LocalStorage;
import com.scheduleevents.emulator.storage.Storage;
import java.io.IOException;
import java.util.Optional;

class LocalEventSourcesTest extends EventSourcesContract {

    @Override
    Storage started(PseudoParameters pseudoParameters) throws IOException {
        return LocalStorage.start(0, pseudoParameters, Optional.empty());
    }
}
