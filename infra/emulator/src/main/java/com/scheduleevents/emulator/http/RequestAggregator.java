package com.scheduleevents.emulator.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.FullHttpMessage;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpUtil;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Collects a request's body up to a limit; a larger request gets the service's error response. */
@SuppressWarnings("FutureReturnValueIgnored") // a write or a close that fails is a client that has gone
final class RequestAggregator extends HttpObjectAggregator {

    /** Time for the client to read the response while it is still sending; closing at once would reset the connection. */
    private static final long SECONDS_TO_READ_THE_ANSWER = 2;

    private final int maxBody;
    private final HttpService service;

    RequestAggregator(int maxBody, HttpService service) {
        super(maxBody);
        this.maxBody = maxBody;
        this.service = service;
    }

    @Override
    protected @Nullable Object newContinueResponse(HttpMessage start, int maxContentLength, ChannelPipeline pipeline) {
        boolean hopeless = HttpUtil.getContentLength(start, 0L) > maxBody;
        return hopeless ? null : super.newContinueResponse(start, maxContentLength, pipeline);
    }

    /** Adds no Content-Length header, so that the headers stay as they were sent. */
    @Override
    protected void finishAggregation(FullHttpMessage aggregated) {}

    @Override
    protected void handleOversizedMessage(ChannelHandlerContext context, HttpMessage oversized) {
        context.writeAndFlush(NettyMessages.response(service.tooLarge(), false));
        // Reads and drops what the client is still sending; otherwise the response does not arrive.
        context.channel().config().setAutoRead(true);
        context.executor().schedule(() -> context.close(), SECONDS_TO_READ_THE_ANSWER, TimeUnit.SECONDS);
    }
}
