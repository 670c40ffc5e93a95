package com.scheduleevents.api.http;

import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/**
 * The content coding of a request's body (RFC 9110, section 8.4). API Gateway inflates what is coded with gzip or
 * deflate and leaves the header as it was, so the header does not say whether a body still is coded; its first bytes
 * do. Neither JSON nor text begins like them.
 */
enum ContentCoding {
    IDENTITY {
        @Override
        boolean isOf(byte[] body) {
            return false;
        }

        @Override
        InputStream inflating(InputStream body) {
            return body;
        }
    },
    GZIP {
        @Override
        boolean isOf(byte[] body) {
            return body.length > 1 && (body[0] & 0xff) == 0x1f && (body[1] & 0xff) == 0x8b;
        }

        @Override
        InputStream inflating(InputStream body) throws IOException {
            return new GZIPInputStream(body);
        }
    },
    DEFLATE {
        /** A header of zlib (RFC 1950, section 2.2). */
        @Override
        boolean isOf(byte[] body) {
            return body.length > 1 && (body[0] & 0x0f) == 8 && (((body[0] & 0xff) << 8) | (body[1] & 0xff)) % 31 == 0;
        }

        @Override
        InputStream inflating(InputStream body) {
            return new InflaterInputStream(body);
        }
    };

    private static final String HEADER = "Content-Encoding";

    abstract boolean isOf(byte[] body);

    abstract InputStream inflating(InputStream body) throws IOException;

    /**
     * The coding that a header names.
     *
     * @throws ApiException 415 for any other
     */
    static ContentCoding of(String header) {
        return switch (header.strip().toLowerCase(Locale.ROOT)) {
            case "", "identity" -> IDENTITY;
            case "gzip" -> GZIP;
            case "deflate" -> DEFLATE;
            default -> throw unsupported();
        };
    }

    /**
     * The body without this coding.
     *
     * @param most how many bytes are inflated at most; a longer body is cut off there
     * @throws ApiException 415 when the body begins like one of this coding and is none
     */
    byte[] inflated(byte[] body, int most) {
        if (!isOf(body)) {
            return body;
        }
        try (InputStream in = inflating(new ByteArrayInputStream(body))) {
            return in.readNBytes(most);
        } catch (IOException e) {
            throw unsupported();
        }
    }

    private static ApiException unsupported() {
        return new ApiException(
                ErrorCode.UNSUPPORTED_MEDIA_TYPE,
                HEADER,
                "Send the body as it is, or with the header Content-Encoding: gzip or deflate, and coded as the header says.");
    }
}
