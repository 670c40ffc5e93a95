package com.scheduleevents.emulator.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Converts between this package's messages and Netty's. */
final class NettyMessages {

    private NettyMessages() {}

    static ServerRequest request(FullHttpRequest received, String sourceIp) {
        List<Header> headers = received.headers().entries().stream()
                .map(entry -> new Header(entry.getKey(), entry.getValue()))
                .toList();
        byte[] body = new byte[received.content().readableBytes()];
        received.content().readBytes(body);
        return new ServerRequest(
                received.method().name(),
                received.uri(),
                received.protocolVersion().text(),
                headers,
                body,
                sourceIp);
    }

    /** @throws IllegalArgumentException when a header cannot be sent */
    static FullHttpResponse response(ServerResponse response, boolean keepAlive) {
        FullHttpResponse message = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(response.status()),
                Unpooled.wrappedBuffer(response.body()));
        response.headers().forEach(header -> message.headers().add(header.name(), header.value()));
        message.headers().set(HttpHeaderNames.CONTENT_LENGTH, response.body().length);
        message.headers()
                .set(HttpHeaderNames.CONNECTION, keepAlive ? HttpHeaderValues.KEEP_ALIVE : HttpHeaderValues.CLOSE);
        return message;
    }

    /** A response as bytes, to be sent one at a time. */
    static ByteBuf bytes(ServerResponse response) {
        StringBuilder head = new StringBuilder("HTTP/1.1 ")
                .append(HttpResponseStatus.valueOf(response.status()))
                .append("\r\n");
        response.headers().forEach(header -> head.append(header.name())
                .append(": ")
                .append(header.value())
                .append("\r\n"));
        head.append("Content-Length: ").append(response.body().length).append("\r\nConnection: close\r\n\r\n");
        return Unpooled.wrappedBuffer(head.toString().getBytes(StandardCharsets.UTF_8), response.body());
    }
}
