package com.scheduleevents.emulator.http;

import static java.lang.System.Logger.Level.DEBUG;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectDecoder;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.lang.System.Logger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** An HTTP/1.1 server on 127.0.0.1. Requests of a connection are handled in order, each on its own virtual thread. */
public final class LoopbackServer implements AutoCloseable {

    private static final Logger LOG = System.getLogger(LoopbackServer.class.getName());
    private static final String LOOPBACK = "127.0.0.1";
    private static final int BACKLOG = 1024;

    /** The limit of the headers of a request, in bytes, which is that of API Gateway. */
    private static final int MAX_HEADERS = 10_240;

    /** Netty's default is 10 seconds: hundreds of handshakes at once take longer on a busy machine, and their clients see no response. */
    private static final Duration MAX_HANDSHAKE = Duration.ofMinutes(2);

    static {
        // Otherwise Netty tries memory access that JDK 24 and later warn about.
        System.setProperty("io.netty.noUnsafe", "true");
    }

    private final EventLoopGroup loops = new NioEventLoopGroup(2);
    private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
    private final Channel listener;
    private final String scheme;

    private LoopbackServer(String name, int port, int maxBody, Optional<SslContext> tls, HttpService service) {
        this.scheme = tls.isPresent() ? "https" : "http";
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.AUTO_READ, false)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        assemble(channel, maxBody, tls, service);
                    }
                });
        var bound = bootstrap
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            close(Optional.empty());
            throw new PortOccupied(name, port, bound.cause());
        }
        this.listener = bound.channel();
    }

    /**
     * Starts a server.
     *
     * @param name its name in the message about an occupied port
     * @param port 0 for a free one
     * @param maxBody the greatest size of a request's body, in bytes
     * @throws PortOccupied when another process listens there
     */
    public static LoopbackServer start(String name, int port, int maxBody, HttpService service) {
        return new LoopbackServer(name, port, maxBody, Optional.empty(), service);
    }

    /** Starts a server with TLS. */
    public static LoopbackServer startSecure(String name, int port, int maxBody, SslContext tls, HttpService service) {
        return new LoopbackServer(name, port, maxBody, Optional.of(tls), service);
    }

    /** The base URL: with 127.0.0.1 without TLS, with localhost over TLS. */
    public URI url() {
        int port = ((InetSocketAddress) listener.localAddress()).getPort();
        return URI.create(scheme + "://" + (scheme.equals("https") ? "localhost" : LOOPBACK) + ":" + port);
    }

    /** Stops listening, closes open connections and interrupts requests that are being handled. */
    @Override
    public void close() {
        close(Optional.of(listener));
    }

    private void close(Optional<Channel> open) {
        open.ifPresent(channel -> channel.close().awaitUninterruptibly());
        workers.shutdownNow();
        try {
            // Responses being sent have this long to finish.
            boolean ended = workers.awaitTermination(1, TimeUnit.SECONDS);
            LOG.log(DEBUG, () -> "Every request was served: " + ended);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    private void assemble(SocketChannel channel, int maxBody, Optional<SslContext> tls, HttpService service) {
        ChannelPipeline pipeline = channel.pipeline();
        tls.ifPresent(context -> {
            SslHandler handler = context.newHandler(channel.alloc());
            handler.setHandshakeTimeout(MAX_HANDSHAKE.toMillis(), TimeUnit.MILLISECONDS);
            pipeline.addLast(handler);
        });
        pipeline.addLast(new HttpServerCodec(
                        HttpObjectDecoder.DEFAULT_MAX_INITIAL_LINE_LENGTH,
                        MAX_HEADERS,
                        HttpObjectDecoder.DEFAULT_MAX_CHUNK_SIZE))
                .addLast(new RequestAggregator(maxBody, service))
                .addLast(new FlowControlHandler())
                .addLast(new ConnectionHandler(service, workers));
    }
}
