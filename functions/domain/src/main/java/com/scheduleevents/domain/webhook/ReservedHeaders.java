package com.scheduleevents.domain.webhook;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Names of request headers that an owner may not set: those of the service and of HTTP, and those by which proxies, CDNs, gateways and
 * frameworks tell an application which client, host, path, method, protocol or port a request is about. A receiver trusts the latter because
 * only its own proxy sends them, so a webhook that carries one would ask for another path or come from another address than it does.
 *
 * <p>The second kind has no registry, and every product adds to it. It is therefore told by how such names are built, from the documentation of
 * nginx, HAProxy, Envoy, Apache, IIS with URL Rewrite and ARR, WebLogic, WebSphere, Cloudflare, Fastly, Akamai, CloudFront and API Gateway, Azure
 * Front Door and App Service, App Engine and IAP, Fly, Netlify, Vercel, Kong, oauth2-proxy, Rack, Symfony, Spring, Django and Next.js.
 *
 * <p>CGI, WSGI, Rack and PHP turn {@code X_Forwarded_For} and {@code X-Forwarded-For} into one variable, so what stands between the words of a name
 * makes no difference here.
 */
final class ReservedHeaders {

    private static final Pattern SEPARATORS = Pattern.compile("[^a-z0-9]+");

    /** What the service sends itself, what belongs to one connection or to intermediaries, and what HTTP gives another meaning. */
    private static final Set<String> OF_HTTP = Set.of(
            "accept-encoding",
            "alt-used",
            "connection",
            "cookie",
            "date",
            "early-data",
            "expect",
            "host",
            "keep-alive",
            "max-forwards",
            "metadata",
            "metadata-flavor",
            "range",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "user-agent",
            "via");

    /** The same, by prefix. Those of metadata would open the address of a cloud's credentials, should one ever be called. */
    private static final List<String> PREFIXES_OF_HTTP =
            List.of("content-", "if-", "sec-", "service-", "webhook-", "x-aws-ec2-metadata-", "x-google-metadata-");

    /** Prefixes, after an {@code x-}, of products that pass what they know of a request on, and of names that they share. */
    private static final List<String> PREFIXES_OF_PROXIES = List.of(
            "-ws", // $WSRA, $WSSN and others: private headers of WebSphere's plug-in
            "accel-",
            "akamai-",
            "amz-",
            "amzn-",
            "appengine-",
            "arr-",
            "auth-request-",
            "authenticated-",
            "authentik-",
            "azure-",
            "cdn-",
            "cf-",
            "client-addr",
            "client-cert",
            "client-cn",
            "client-dn",
            "client-ssl",
            "client-tls",
            "client-verify",
            "cloudfront-",
            "consumer-",
            "credential-",
            "envoy-",
            "fastly-",
            "fd-",
            "fly-",
            "forward",
            "goog-",
            "http-",
            "http2-",
            "invoke-",
            "istio-",
            "middleware-",
            "ms-client-",
            "ms-token-",
            "nf-",
            "original-",
            "originating-",
            "override-",
            "proxied",
            "proxy",
            "remote-",
            "replaced-",
            "rewrite-",
            "script-name",
            "sendfile-",
            "server-name",
            "ssl-",
            "surrogate-",
            "tailscale-",
            "tls-",
            "vercel-",
            "waws-",
            "webauth-",
            "wl-proxy-");

    /** Words that say what is named, and come last: {@code X-Original-Method}, {@code Front-End-Https}, {@code X-Host}. */
    private static final Set<String> LAST_WORDS = Set.of(
            "addr",
            "destinationurl",
            "host",
            "hostname",
            "https",
            "method",
            "override",
            "path",
            "port",
            "proto",
            "protocol",
            "scheme",
            "ssl",
            "tls",
            "uri",
            "url");

    /** Words that say so wherever they are: {@code X-Custom-IP-Authorization}, {@code CloudFront-Forwarded-Proto}. */
    private static final Set<String> WORDS = Set.of(
            "clientcert",
            "clientip",
            "forward",
            "forwarded",
            "forwarder",
            "forwarding",
            "ip",
            "ipaddress",
            "ipv4",
            "ipv6",
            "realip",
            "remoteaddr",
            "remoteip",
            "socketip",
            "userip");

    /** Keys that a receiver behind such a product asks its clients for, although their names look the same. */
    private static final Set<String> KEYS = Set.of(
            "cf-access-client-id",
            "cf-access-client-secret",
            "fastly-key",
            "x-goog-api-key",
            "x-vercel-protection-bypass");

    private ReservedHeaders() {}

    /** Whether the service sends a header of this name itself, or HTTP gives it a meaning. */
    static boolean isOfHttp(String name) {
        String words = words(name);
        return OF_HTTP.contains(words) || PREFIXES_OF_HTTP.stream().anyMatch(words::startsWith);
    }

    /** Whether a proxy, CDN, gateway or framework would take a header of this name for what the request is. */
    static boolean isOfProxies(String name) {
        String words = words(name);
        if (KEYS.contains(words)) {
            return false;
        }
        String bare = words.startsWith("x-") ? words.substring(2) : words;
        return PREFIXES_OF_PROXIES.stream().anyMatch(bare::startsWith)
                || Stream.of(bare.split("-")).anyMatch(WORDS::contains)
                || LAST_WORDS.contains(bare.substring(bare.lastIndexOf('-') + 1));
    }

    private static String words(String name) {
        return SEPARATORS.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("-");
    }
}
