package com.scheduleevents.local.mailbox;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Stores captured e-mails, oldest first; in a file of JSON lines if they must survive a restart. */
final class MailStore {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Optional<Path> file;
    private final List<CapturedMail> mails = new ArrayList<>();

    /** @param file stores the e-mails; empty: in memory */
    MailStore(Optional<Path> file) {
        this.file = file;
        file.filter(Files::exists).ifPresent(kept -> mails.addAll(read(kept)));
    }

    synchronized void add(CapturedMail mail) {
        write(List.of(mail), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        mails.add(mail);
    }

    synchronized List<CapturedMail> all() {
        return List.copyOf(mails);
    }

    synchronized void clear() {
        write(List.of(), StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
        mails.clear();
    }

    private void write(List<CapturedMail> added, StandardOpenOption... how) {
        file.ifPresent(path -> {
            try {
                StringBuilder lines = new StringBuilder();
                for (CapturedMail mail : added) {
                    lines.append(JSON.writeValueAsString(mail)).append('\n');
                }
                Files.writeString(path, lines, StandardCharsets.UTF_8, withWrite(how));
            } catch (IOException failed) {
                throw new UncheckedIOException("The mailbox cannot write " + path + ". Is its disk full?", failed);
            }
        });
    }

    private static StandardOpenOption[] withWrite(StandardOpenOption... how) {
        List<StandardOpenOption> options = new ArrayList<>(List.of(how));
        options.add(StandardOpenOption.WRITE);
        return options.toArray(StandardOpenOption[]::new);
    }

    private static List<CapturedMail> read(Path file) {
        try {
            List<CapturedMail> read = new ArrayList<>();
            for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                read.add(JSON.readValue(line, CapturedMail.class));
            }
            return read;
        } catch (IOException damaged) {
            throw new UncheckedIOException(
                    "The mailbox cannot read " + file + ". Delete it to begin with an empty one.", damaged);
        }
    }
}
