package com.scheduleevents.emulator.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.h2.store.fs.FilePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a database can use a watched file, and that a write that fails is noticed. */
class WatchedFileTest {

    @Test
    void databaseKeepsItsRows(@TempDir Path directory) throws SQLException {
        String path = directory.resolve("queues").toString();
        execute(path, "create table message (body varchar)");
        execute(path, "insert into message values ('kept')");
        try (Connection connection = DriverManager.getConnection(WatchedFile.url(path));
                ResultSet rows = connection.createStatement().executeQuery("select body from message")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).isEqualTo("kept");
        }
        assertThat(directory.resolve("queues.mv.db")).isNotEmptyFile();
        assertThat(WatchedFile.failure(path)).isNotDone();
    }

    private static void execute(String path, String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection(WatchedFile.url(path))) {
            connection.createStatement().execute(statement);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void failedWriteIsNoticed() throws IOException {
        String full = "/dev/full";
        CompletableFuture<String> failure = WatchedFile.failure(full);
        WatchedFile.url(full);
        try (FileChannel channel = FilePath.get("watched:" + full).open("rw")) {
            assertThatThrownBy(() -> channel.write(ByteBuffer.wrap(new byte[1]), 0))
                    .isInstanceOf(IOException.class);
        }
        assertThat(failure).isCompletedWithValue("No space left on device");
    }
}
