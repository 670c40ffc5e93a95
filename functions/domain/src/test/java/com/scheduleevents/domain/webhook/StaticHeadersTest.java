package com.scheduleevents.domain.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StaticHeadersTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Api-Key",
                "Authorization",
                "x",
                "!",
                "X_Tenant.1~",
                "Accept",
                "Servicekey",
                "Webhooks",
                "X-Service-Key",
                "X-Client-Id",
                "client_id",
                "client_secret",
                "X-Auth-Token",
                "X-Auth-Key",
                "X-Functions-Key",
                "Ocp-Apim-Subscription-Key",
                "X-Support-Transport",
                "X-Zip-Membership",
                "X-Ghost-Import",
                "X-Request-Id",
                "Traceparent",
                "CF-Access-Client-Id",
                "CF-Access-Client-Secret",
                "X-Vercel-Protection-Bypass",
                "X-Goog-Api-Key"
            })
    void takesNamesThatNobodyElseOwns(String name) {
        assertThat(StaticHeaders.of(Map.of(name, "hunter2")).names()).containsExactly(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "X Key",
                "X:Key",
                ":authority",
                "X-K\u00e9y",
                "X-Key\r\nHost",
                "HOST",
                "Content-Type",
                "content-length",
                "User-Agent",
                "Service-Signature",
                "service-anything",
                "Webhook-Id",
                "WEBHOOK-SIGNATURE",
                "Connection",
                "Transfer-Encoding",
                "TE",
                "Expect",
                "Upgrade",
                "Accept-Encoding",
                "Cookie",
                "If-None-Match",
                "Proxy-Authorization",
                "X-Forwarded-For",
                "Metadata-Flavor",
                "X-aws-ec2-metadata-token"
            })
    void refusesNamesOfTheServiceOfHttpAndOfNoHeader(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StaticHeaders.of(Map.of(name, "hunter2")))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hunter2"));
    }

    /**
     * Names that products document as theirs: the forwarding headers of proxies, the client addresses of CDNs, the rewritten URLs of IIS, the methods
     * of frameworks, the users and certificates that a proxy vouches for.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                // the de facto standard, RFC 7239, and spellings that applications look for
                "Forwarded, Forwarded-For, Forwarded-For-Ip, Forwarded-Proto, X-Forwarded, X-Forwarded-For, X-Forwarded-For-Original",
                "X-Forwarded-Host, X-Forwarded-Port, X-Forwarded-Proto, X-Forwarded-Scheme, X-Forwarded-Ssl, X-Forwarded-Prefix, X-Forwarded-User",
                "X-Forward-For, X-Forwarder-For, X-ForwardedFor, Forwarder, X-Original-Forwarded-For, Fly-Forwarded-Port, X-Vercel-Forwarded-For",
                // client
                "Client-IP, X-Client-IP, True-Client-IP, CF-Connecting-IP, CF-Connecting-IPv6, CF-Pseudo-IPv4, Fastly-Client-IP, Fly-Client-IP",
                "X-Real-IP, X-Real-Port, X-Cluster-Client-IP, X-Originating-IP, X-Remote-IP, X-Remote-Addr, Remote-Addr, X-ProxyUser-Ip, Source-IP",
                "WL-Proxy-Client-IP, Ali-CDN-Real-IP, Cdn-Src-Ip, Incap-Client-IP, DO-Connecting-IP, X-Sucuri-ClientIP, X-NF-Client-Connection-IP",
                "X-Azure-ClientIP, X-Azure-SocketIP, X-Azure-FDID, X-AppEngine-User-IP, X-Envoy-External-Address, CloudFront-Viewer-Address",
                "X-Custom-IP-Authorization, Akamai-Client-IP, $WSRA, $WSRH, Remote-User, X-Remote-User, X-WebAuth-User, X-Auth-Request-Email",
                "Client-Cert, Client-Cert-Chain, X-Client-Cert, X-SSL-Client-CN, SSL_CLIENT_S_DN, X-ARR-ClientCert, WL-Proxy-Client-Cert",
                "X-MS-Client-Principal, X-Amzn-Oidc-Identity, X-Goog-Authenticated-User-Email, CF-Access-Jwt-Assertion, X-Consumer-Username",
                // host, path, port
                "X-Host, X-Original-Host, X-HTTP-Host-Override, X-Host-Override, Fastly-Orig-Host, Disguised-Host, WAS-Default-Hostname, X-ProxyHost",
                "X-Original-URL, X-Original-URI, X-Rewrite-Url, X-Override-URL, X-HTTP-DestinationURL, X-HTTP-Path-Override, X-WAWS-Unencoded-URL",
                "X-Envoy-Original-Path, X-Replaced-Path, X-Invoke-Path, Base-Url, Http-Url, Request-Uri, Url, Script-Name, X-Script-Name, X-Accel-Mapping",
                "X-Port, $WSSP, X-ProxyPort, X-ProxyContextPath, X-Server-Name, X-Middleware-Subrequest, X-Middleware-Rewrite",
                // method and protocol
                "X-HTTP-Method-Override, X-HTTP-Method, X-Method-Override, X-Method, X-Original-Method, X-Rewrite-Method",
                "X-Scheme, X-Url-Scheme, Front-End-Https, X-ARR-SSL, Fastly-SSL, X-AppService-Proto, CloudFront-Forwarded-Proto, X-Proto, Https",
                // what a CGI variable of this name means to others
                "Proxy, Early-Data, Alt-Used, CDN-Loop"
            })
    void refusesNamesByWhichAProxyOrAFrameworkTellsWhatTheRequestIs(String names) {
        assertThat(names.split(", ")).allSatisfy(name -> {
            assertRefused(name);
            assertRefused(name.toUpperCase(Locale.ROOT));
            assertRefused(name.replace('-', '_'));
            assertRefused(name.replace('-', '.'));
        });
    }

    private static void assertRefused(String name) {
        assertThatIllegalArgumentException()
                .as(name)
                .isThrownBy(() -> StaticHeaders.of(Map.of(name, "hunter2")))
                .satisfies(e -> assertThat(e.getMessage()).contains(name).doesNotContain("hunter2"));
    }

    /** CGI gives both spellings to an application as one variable. */
    @ParameterizedTest
    @ValueSource(
            strings = {"Content_Length", "Transfer_Encoding", "User_Agent", "Webhook_Id", "If_Match", "Accept.Encoding"
            })
    void refusesReservedNamesWithOtherCharactersBetweenTheirWords(String name) {
        assertRefused(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " hunter2", "hunter2 ", "hunter2\r\nX: y", "hunter2\n", "hunter2\u0000", "hunt\u00e9r2", "\t"
            })
    void refusesValuesThatWouldNotArriveAsTheyAre(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StaticHeaders.of(Map.of("X-Key", value)))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hunt"));
    }

    @Test
    void limitsNumberAndLength() {
        assertThat(StaticHeaders.of(headers(10)).names()).hasSize(10);
        assertThatIllegalArgumentException().isThrownBy(() -> StaticHeaders.of(headers(11)));
        assertThatIllegalArgumentException().isThrownBy(() -> StaticHeaders.of(Map.of()));
        assertThat(StaticHeaders.of(Map.of("x".repeat(64), "v".repeat(1_024))).names())
                .hasSize(1);
        assertThatIllegalArgumentException().isThrownBy(() -> StaticHeaders.of(Map.of("x".repeat(65), "v")));
        assertThatIllegalArgumentException().isThrownBy(() -> StaticHeaders.of(Map.of("x", "v".repeat(1_025))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StaticHeaders.of(Map.of("x", "v".repeat(1_024), "y", "v".repeat(1_024))));
        assertThat(StaticHeaders.of(Map.of("x", "v".repeat(1_024), "y", "v".repeat(1_022)))
                        .names())
                .hasSize(2);
    }

    @Test
    void refusesTheSameNameInTwoSpellings() {
        Map<String, String> twice = new LinkedHashMap<>(Map.of("X-Key", "1"));
        twice.put("x-key", "2");
        assertThatIllegalArgumentException().isThrownBy(() -> StaticHeaders.of(twice));
    }

    /** A name of another form is never quoted: it may be a value in the wrong place, and of any length. */
    @Test
    void findsAllFaultsAndQuotesNothingButNames() {
        Map<String, String> wrong = new LinkedHashMap<>();
        wrong.put("hunter2 hunter2", "X-Key");
        wrong.put("HUNTER2 hunter2", "X-Key");
        wrong.put("Host", " hunter2");
        wrong.put("X-Key", "hunter2");
        wrong.put("x-key", "hunter2");
        assertThat(StaticHeaders.faults(wrong))
                .hasSize(4)
                .satisfiesExactly(
                        form -> assertThat(form).startsWith("a name has 1 to 64"),
                        reserved -> assertThat(reserved).startsWith("Host is set by the service"),
                        value -> assertThat(value).startsWith("the value of Host"),
                        twice -> assertThat(twice).startsWith("x-key occurs twice"))
                .noneMatch(fault -> fault.toLowerCase(Locale.ROOT).contains("hunter2"));
        assertThat(StaticHeaders.faults(headers(10))).isEmpty();
    }

    @Test
    void showsNoValueInALog() {
        assertThat(StaticHeaders.of(Map.of("X-Key", "hunter2"))).hasToString("StaticHeaders[X-Key]");
    }

    private static Map<String, String> headers(int count) {
        return IntStream.range(0, count).boxed().collect(Collectors.toMap(i -> "X-" + i, _ -> "v"));
    }
}
