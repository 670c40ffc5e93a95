package com.scheduleevents.cli.mcp;

import com.scheduleevents.cli.api.ApiSession;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Serves operations of the API as tools. The implementation is in the jar that only {@link McpCommand} loads. */
public interface ToolServer {

    /**
     * Answers messages until their end.
     *
     * @param allowsChanges whether there are tools that change something
     * @param messages from the client
     * @param answers to the client, and nothing else
     * @throws IOException when a message or the jar cannot be read
     */
    void serve(ApiSession api, boolean allowsChanges, InputStream messages, OutputStream answers) throws IOException;
}
