package com.scheduleevents.domain.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.network.EndpointUrl.Reading;
import com.scheduleevents.domain.network.EndpointUrl.Reason;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class EndpointUrlTest {

    private static final ExtraNetworks CLOSED_NETWORK =
            ExtraNetworks.parse("127.0.0.0/8:*,10.1.0.0/16:444,[fd12::]/16:8443");

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "https://example.com https://example.com/",
                "HTTPS://EXAMPLE.Com/Hooks https://example.com/Hooks",
                "https://example.com:443/hooks https://example.com/hooks",
                "https://example.com:8443 https://example.com:8443/",
                "https://example.com./hooks https://example.com/hooks",
                "https://example.com?tenant=1&x https://example.com/?tenant=1&x",
                "https://example.com/a//b/%2F%41;v=1/@:!$&'()*+,=~ https://example.com/a//b/%2F%41;v=1/@:!$&'()*+,=~",
                "https://example.com/...?a=..&b=%27 https://example.com/...?a=..&b=%27",
                "https://a-1.b--c.example.co.uk/ https://a-1.b--c.example.co.uk/",
                "https://1.2.3.example/ https://1.2.3.example/",
                "https://127.0.0.1.example.com/ https://127.0.0.1.example.com/",
                "https://bücher.example/ https://xn--bcher-kva.example/",
                "https://BÜCHER.example/ https://xn--bcher-kva.example/",
                "https://xn--bcher-kva.example/ https://xn--bcher-kva.example/",
                "https://例え.テスト.example/ https://xn--r8jz45g.xn--zckzah.example/",
            })
    void acceptsWhatEveryClientReadsAlike(String given, String canonical) {
        EndpointUrl url = accepted(given, ExtraNetworks.none());
        assertThat(url.canonical()).isEqualTo(canonical);
        assertThat(url.given()).isEqualTo(given);
        assertThat(url.literalAddress()).isEmpty();
        assertThat(URI.create(canonical).getHost()).isEqualTo(url.host());
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                        of(Reason.LENGTH, "", "https://example.com/" + "a".repeat(2029)),
                        of(
                                Reason.SYNTAX,
                                "example.com",
                                "//example.com/",
                                "https:example.com",
                                "https:/example.com",
                                "https:\\\\example.com",
                                "https://example.com\\@evil.example/",
                                "https://exa mple.com/",
                                " https://example.com/",
                                "https://example.com/\n",
                                "https://exa\tmple.com/",
                                "https://example.com/\u0000",
                                "https://example.com/a\u00a0b",
                                "https://example.com/ü",
                                "https://example.com/%zz",
                                "https://example.com/%4",
                                "https://example.com/a[]",
                                "https://example.com/?a[]=1",
                                "https://example.com/?a='",
                                "https://example.com/{id}",
                                "https://example.com/a|b",
                                "https://example.com/../admin",
                                "https://example.com/a/./b",
                                "https://example.com/a/%2e%2E",
                                "https://example.com/a/.%2e/b",
                                "https://[::1/",
                                "https://::1/",
                                "https://example.com:443:443/",
                                "javascript:alert(1)",
                                "not a url"),
                        of(Reason.SCHEME, "http://example.com/", "ftp://example.com/", "wss://example.com/"),
                        of(
                                Reason.CREDENTIALS,
                                "https://user@example.com/",
                                "https://user:secret@example.com/",
                                "https://@example.com/",
                                "https://example.com:443@evil.example/"),
                        of(Reason.FRAGMENT, "https://example.com/#", "https://example.com#@evil.example/"),
                        of(
                                Reason.HOST,
                                "https:///hooks",
                                "https://:443/",
                                "https://./",
                                "https://example..com/",
                                "https://example.com../",
                                "https://.example.com/",
                                "https://a.example.0a/",
                                "https://-a.example.com/",
                                "https://a-.example.com/",
                                "https://a_b.example.com/",
                                "https://*.example.com/",
                                "https://exam%70le.com/",
                                "https://%6c%6f%63%61%6c%68%6f%73%74/",
                                "https://127.0.0.1%00.example.com/",
                                "https://" + "a".repeat(64) + ".example.com/",
                                "https://" + "a.".repeat(125) + "example/",
                                "https://faß.example/",
                                "https://a\u200db.example/",
                                "https://exam\u00adple.com/",
                                "https://ｅxample.com/",
                                "https://example。com/",
                                "https://１２７.0.0.1/",
                                "https://①②⑦.0.0.1/",
                                "https://xn--a.example/",
                                "https://ab--c.example/",
                                "https://xn--.example/"),
                        of(
                                Reason.PRIVATE_HOST,
                                "https://localhost/",
                                "https://LOCALHOST./",
                                "https://a.localhost/",
                                "https://intranet/",
                                "https://printer.local/",
                                "https://metadata.google.internal/",
                                "https://nas.home.arpa/",
                                "https://1.0.0.127.in-addr.arpa/",
                                "https://db.corp/",
                                "https://hidden.onion/"),
                        of(
                                Reason.LITERAL_ADDRESS,
                                "https://127.0.0.1/",
                                "https://8.8.8.8/",
                                "https://127.0.0.1./",
                                "https://127.1/",
                                "https://127.0.1/",
                                "https://2130706433/",
                                "https://0x7f000001/",
                                "https://0X7F.1/",
                                "https://0x7f.0x0.0x0.0x1/",
                                "https://0177.0.0.1/",
                                "https://017700000001/",
                                "https://0/",
                                "https://0x/",
                                "https://1.2.3.4.5/",
                                "https://256.256.256.256/",
                                "https://999999999999/",
                                "https://example.1/",
                                "https://[::1]/",
                                "https://[::]/",
                                "https://[::ffff:127.0.0.1]/",
                                "https://[::ffff:7f00:1]/",
                                "https://[0:0:0:0:0:ffff:7f00:0001]/",
                                "https://[::127.0.0.1]/",
                                "https://[64:ff9b::7f00:1]/",
                                "https://[2002:7f00:1::]/",
                                "https://[fe80::1%25eth0]/",
                                "https://[fe80::1%eth0]/",
                                "https://[2606:4700::1111]/",
                                "https://[127.0.0.1]/",
                                "https://[]/",
                                "https://[v1.x]/",
                                "https://[1::2::3]/"),
                        of(
                                Reason.PORT,
                                "https://example.com:22/",
                                "https://example.com:80/",
                                "https://example.com:8080/",
                                "https://example.com:444/",
                                "https://example.com:/",
                                "https://example.com:0/",
                                "https://example.com:0443/",
                                "https://example.com:+443/",
                                "https://example.com:65979/",
                                "https://example.com:99999999999/",
                                "https://example.com:４４３/"))
                .flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void refusesTheRest(Reason reason, String url) {
        Reading reading = EndpointUrl.read(url, ExtraNetworks.none());
        assertThat(reading).isInstanceOfSatisfying(Reading.Refused.class, refused -> {
            assertThat(refused.reason()).isEqualTo(reason);
            assertThat(refused.message()).endsWith(".");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "https://127.0.0.1/hooks https://127.0.0.1/hooks",
                "https://127.9.9.9:9000 https://127.9.9.9:9000/",
                "https://10.1.2.3:444/ https://10.1.2.3:444/",
                "https://[fd12:0::0:1]:8443/ https://[fd12::1]:8443/",
                "https://[FD12::A:B]:8443/ https://[fd12::a:b]:8443/",
                "https://localhost:9443/ https://localhost:9443/",
                "https://receiver.internal/ https://receiver.internal/",
            })
    void aClosedNetworkOpensItsPortsNamesAndPlainAddresses(String given, String canonical) {
        EndpointUrl url = accepted(given, CLOSED_NETWORK);
        assertThat(url.canonical()).isEqualTo(canonical);
        url.literalAddress().ifPresent(address -> assertThat(canonical)
                .contains(address instanceof java.net.Inet6Address ? "[" : address.getHostAddress()));
    }

    @ParameterizedTest
    @CsvSource({
        "https://10.1.2.3/",
        "https://10.2.0.1:444/",
        "https://127.1/",
        "https://0x7f000001/",
        "https://2130706433/",
        "https://0177.0.0.1/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://[fd12::1]:9443/",
        "https://[fd12::1%25lo]:8443/",
        "https://169.254.169.254/",
        "https://8.8.8.8/"
    })
    void aClosedNetworkOpensNoOtherAddressPortOrSpelling(String url) {
        assertThat(EndpointUrl.read(url, CLOSED_NETWORK))
                .isInstanceOfSatisfying(Reading.Refused.class, refused -> assertThat(refused.reason())
                        .isEqualTo(Reason.LITERAL_ADDRESS));
    }

    @Test
    void theAddressOfALiteralIsAtHandWithoutALookUp() {
        assertThat(accepted("https://[fd12::1]:8443/", CLOSED_NETWORK)
                        .literalAddress()
                        .orElseThrow()
                        .getHostAddress())
                .isEqualTo("fd12:0:0:0:0:0:0:1");
    }

    @Test
    void thePortsThatAreOpenAreNamed() {
        assertThat(EndpointUrl.read("https://example.com:22/", ExtraNetworks.parse("10.1.0.0/16:444")))
                .isInstanceOfSatisfying(Reading.Refused.class, refused -> assertThat(refused.message())
                        .contains("443", "8443", "10.1.0.0/16:444"));
    }

    @Property(tries = 2000)
    void whatIsAcceptedIsReadAlikeByTheJdkAndStaysAsItIs(@ForAll("nearlyUrls") String given) {
        if (EndpointUrl.read(given, CLOSED_NETWORK) instanceof Reading.Accepted(EndpointUrl url)) {
            URI uri = URI.create(url.canonical());
            assertThat(uri.getHost()).isIn(url.host(), "[" + url.host() + "]");
            assertThat(uri.getPort()).isEqualTo(url.port() == 443 ? -1 : url.port());
            assertThat(uri.getUserInfo()).isNull();
            assertThat(uri.normalize().getRawPath().length())
                    .isLessThanOrEqualTo(uri.getRawPath().length());
            assertThat(accepted(url.canonical(), CLOSED_NETWORK).canonical()).isEqualTo(url.canonical());
        }
    }

    @Provide
    Arbitrary<String> nearlyUrls() {
        Arbitrary<String> host =
                Arbitraries.strings().withChars("aZ09.-xn_%@:[]é１。ß\u200d/\\").ofMaxLength(12);
        Arbitrary<String> rest =
                Arbitraries.strings().withChars("aZ0/.%2e?#&=;'[]\\ é").ofMaxLength(12);
        return Combinators.combine(Arbitraries.of("https://", "https://a.example", "https:/"), host, rest)
                .as((start, middle, end) -> start + middle + end);
    }

    private static EndpointUrl accepted(String url, ExtraNetworks extraNetworks) {
        Reading reading = EndpointUrl.read(url, extraNetworks);
        assertThat(reading).isInstanceOf(Reading.Accepted.class);
        return ((Reading.Accepted) reading).url();
    }

    private static List<Arguments> of(Reason reason, String... urls) {
        return Stream.of(urls).map(url -> Arguments.of(reason, url)).toList();
    }
}
