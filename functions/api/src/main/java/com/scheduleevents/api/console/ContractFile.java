package com.scheduleevents.api.console;

import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.id.Sha256;

/** The contract of the API, which the build makes from docs/openapi.yaml. It is the same for everybody, and contains no data. */
final class ContractFile {

    private static final String NAME = "/openapi.json";

    /** Hexadecimal digits of the hash: as many as tell the versions of a file apart. */
    private static final int DIGITS = 16;

    private ContractFile() {}

    /** A client may keep it, but has to ask about it each time. Scripts of all websites may read it, such as a page that shows contracts. */
    static Response response() {
        String text = ConsoleFiles.text(NAME);
        return Response.file("application/json", text, Sha256.hex(text).substring(0, DIGITS), "no-cache")
                .with("Access-Control-Allow-Origin", "*");
    }
}
