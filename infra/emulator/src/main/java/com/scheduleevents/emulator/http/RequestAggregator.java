package com.scheduleevents.emulator.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.FullHttpMessage;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpUtil;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Collects a request's body up to a limit; a larger request gets the service's error response. */
@SuppressWarnings("FutureReturnValueIgnored") // a write or a close that fails is a client that has gone
final class RequestAggregator extends HttpObjectAggregator {

    /** Time for a client to notice the response while it is still sending. */
    private static final long SECONDS_TO_LEAVE = 60;

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
        // The client closes the connection: closing it here while the client is still sending would reset it.
        context.writeAndFlush(NettyMessages.response(service.tooLarge(), false))
                .addListener(sent -> ((DuplexChannel) context.channel()).shutdownOutput());
        // Reads and drops what the client is still sending; otherwise the response does not arrive.
        context.channel().config().setAutoRead(true);
        context.executor().schedule(() -> context.close(), SECONDS_TO_LEAVE, TimeUnit.SECONDS);
    }
}
