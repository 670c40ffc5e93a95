package com.scheduleevents.emulator.http;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.ERROR;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import java.lang.System.Logger;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Handles one connection: reads a request, has it served, sends the response, and only then reads the next request. */
@SuppressWarnings("FutureReturnValueIgnored") // a write or a close that fails is a client that has gone
final class ConnectionHandler extends SimpleChannelInboundHandler<FullHttpRequest> {

    private static final Logger LOG = System.getLogger(ConnectionHandler.class.getName());

    private final HttpService service;
    private final Executor workers;

    ConnectionHandler(HttpService service, Executor workers) {
        this.service = service;
        this.workers = workers;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        context.read();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest received) {
        if (received.decoderResult().isFailure()) {
            send(context, service.malformed(), false);
            return;
        }
        InetSocketAddress client = (InetSocketAddress) context.channel().remoteAddress();
        ServerRequest request =
                NettyMessages.request(received, client.getAddress().getHostAddress());
        boolean keepAlive = HttpUtil.isKeepAlive(received);
        workers.execute(() -> perform(context, action(request), keepAlive));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // The client disconnected or does not trust the certificate, which is not an error of the server.
        LOG.log(DEBUG, "A connection failed.", cause);
        context.close();
    }

    private ServerAction action(ServerRequest request) {
        try {
            return service.serve(request);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            return new ServerAction.Disconnect(false);
        } catch (Throwable failure) {
            // Errors too, because the client needs a response.
            LOG.log(ERROR, "Could not serve " + request.method() + " " + request.path(), failure);
            return service.failed();
        }
    }

    private void perform(ChannelHandlerContext context, ServerAction action, boolean keepAlive) {
        switch (action) {
            case ServerResponse response -> send(context, response, keepAlive);
            // Reading detects that the client has disconnected.
            case ServerAction.NoResponse _ -> context.read();
            case ServerAction.Disconnect(boolean reset) -> disconnect(context, reset);
            case ServerAction.SlowResponse(var response, Duration pause) -> sendSlowly(context, response, pause);
        }
    }

    private void send(ChannelHandlerContext context, ServerResponse response, boolean keepAlive) {
        FullHttpResponse message;
        try {
            message = NettyMessages.response(response, keepAlive);
        } catch (IllegalArgumentException unsendable) {
            LOG.log(ERROR, "A response cannot be sent.", unsendable);
            message = NettyMessages.response(service.failed(), keepAlive);
        }
        var sent = context.writeAndFlush(message);
        sent.addListener(keepAlive ? done -> context.read() : ChannelFutureListener.CLOSE);
    }

    private static void disconnect(ChannelHandlerContext context, boolean reset) {
        if (reset) {
            context.channel().config().setOption(ChannelOption.SO_LINGER, 0);
            // On the connection's own thread, or the selector keeps it open until it next wakes.
            context.executor().execute(() -> context.channel().unsafe().closeForcibly());
        } else {
            context.close();
        }
    }

    private static void sendSlowly(ChannelHandlerContext context, ServerResponse response, Duration pause) {
        context.read();
        ByteBuf bytes = NettyMessages.bytes(response);
        context.executor().execute(() -> {
            context.pipeline().remove(HttpServerCodec.class);
            next(context, bytes, pause);
        });
    }

    private static void next(ChannelHandlerContext context, ByteBuf bytes, Duration pause) {
        if (!bytes.isReadable() || !context.channel().isActive()) {
            bytes.release();
            context.close();
            return;
        }
        context.writeAndFlush(bytes.readBytes(1));
        context.executor().schedule(() -> next(context, bytes, pause), pause.toNanos(), TimeUnit.NANOSECONDS);
    }
}
