package com.scheduleevents.api.console;

import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.id.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The contract of the API, which the build makes from docs/openapi.yaml. It is the same for everybody, and contains no data. */
final class ContractFile {

    private static final String NAME = "/openapi.json";

    /** Hexadecimal digits of the hash: as many as tell the versions of a file apart. */
    private static final int DIGITS = 16;

    private ContractFile() {}

    /** A client may keep it, but has to ask about it each time. Scripts of all websites may read it, such as a page that shows contracts. */
    static Response response() {
        String text = text();
        return Response.file("application/json", text, Sha256.hex(text).substring(0, DIGITS), "no-cache")
                .with("Access-Control-Allow-Origin", "*");
    }

    private static String text() {
        try (InputStream in = ContractFile.class.getResourceAsStream(NAME)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks the contract; build it with Maven");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
