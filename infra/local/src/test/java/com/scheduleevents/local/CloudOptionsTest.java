package com.scheduleevents.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CloudOptionsTest {

    private static final CloudOptions OPTIONS = CloudOptions.inMemory(Path.of("template.yaml"), Path.of("target"));

    @Test
    void dataAreKeptByTheStorageThatCan() {
        CloudOptions kept = OPTIONS.withStorage(StorageKind.MEMORY).withData(Path.of("data"));

        assertThat(kept.storage()).isEqualTo(StorageKind.LOCAL);
        assertThatThrownBy(() -> kept.withStorage(StorageKind.MEMORY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-Ddata");
    }

    @ParameterizedTest
    @EnumSource
    void storageHasAName(StorageKind storage) {
        assertThat(StorageKind.named(storage.toString())).isEqualTo(storage);
    }

    @Test
    void unknownStorageIsRefusedWithThoseThatThereAre() {
        assertThatThrownBy(() -> StorageKind.named("disk"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The storage disk is unknown: choose local or memory.");
    }
}
