package com.scheduleevents.aws.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two releases run side by side during a roll-out, and a message may wait on a queue for 14 days: this release reads what
 * earlier ones wrote and writes it again without loss. Each file is one message; its name begins with the kind. Once a version
 * is released, its files are never changed.
 */
final class GoldenMessagesTest {

    static final Path DIRECTORY = Path.of("../../infra/testkit/src/main/resources/golden/messages");

    static final Map<String, MessageCodec<?>> CODECS = Map.of(
            "delivery", MessageCodec.DELIVERY,
            "probe", MessageCodec.PROBE,
            "replay", MessageCodec.REPLAY,
            "usage", MessageCodec.USAGE,
            "notice", MessageCodec.NOTICE);

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void aGoldenMessageIsReadAndWrittenByteForByte(Path file) throws IOException {
        String text = Files.readString(file).strip();

        assertThat(rewritten(codec(file.getFileName().toString()), text)).isEqualTo(text);
    }

    @Test
    void everyKindHasAGoldenMessage() throws IOException {
        assertThat(files().stream()
                        .map(file -> kind(file.getFileName().toString()))
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(CODECS.keySet());
    }

    static MessageCodec<?> codec(String file) {
        return Objects.requireNonNull(CODECS.get(kind(file)), file);
    }

    private static <T> String rewritten(MessageCodec<T> codec, String text) {
        return codec.write(codec.read(text));
    }

    private static String kind(String file) {
        return file.substring(0, file.indexOf('-'));
    }
}
