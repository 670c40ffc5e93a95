package com.scheduleevents.delivery.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.brand.BrandColour;
import com.scheduleevents.domain.mail.AddressId;
import com.scheduleevents.domain.mail.AddressToken;
import com.scheduleevents.domain.mail.ComposedMail;
import com.scheduleevents.domain.mail.ComposedMail.Unsubscribing;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.mail.Notice.About;
import com.scheduleevents.domain.mail.Notice.WaitCause;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class MailComposerTest {

    /** When the oldest event was recorded that the receiver does not have. */
    static final Optional<Instant> MISSING_SINCE = Optional.of(Instant.parse("2026-11-19T08:30:00.700Z"));

    private static final Unsubscribing.ByLink LINK =
            new Unsubscribing.ByLink("https://api.example.com/v1/console/unsubscriptions?token=acc_1.x");

    static final MailComposer MAILS = new MailComposer(
            "https://api.example.com",
            new ServiceTimes(Duration.ofDays(90), Duration.ofHours(24), Duration.ofSeconds(5)),
            MailBrand.NONE);

    private static final List<String> OWNER = List.of("owner@example.com");
    private static final Pattern BUTTON = Pattern.compile("<a href=\"([^\"]*)\" style=\"display[^>]*>([^<]*)</a>");
    private static final Pattern TAG = Pattern.compile("<[^>]*>");
    private static final Pattern HTML_COMMAND = Pattern.compile("<pre [^>]*>(.*?)</pre>", Pattern.DOTALL);
    private static final Pattern TEXT_COMMAND = Pattern.compile("(?m)^   (curl .*(?:\n   .*)*)");

    @Test
    void warningExplainsTheFailureAndWhatToDo() {
        says(
                SampleNotices.full().get(0),
                "\"Front desk, second floor\" (hooks.example.com) is failing",
                "whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB",
                "hooks.example.com",
                "Front desk, second floor",
                "cln_harbour",
                "since 21 November 2026, 12:00:00 UTC",
                "27 since then, all failed",
                "status (HTTP 503): the endpoint returned an error status",
                "12 events",
                "until 19 February 2027, 12:00:00 UTC",
                "failed for 24 hours",
                "22 November 2026, 12:00:00 UTC at the earliest",
                "2xx status within 5 seconds",
                "into the variable API_KEY of your shell",
                "curl -s \"https://api.example.com/v1/webhooks/whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB/deliveries?status=pending\"",
                "curl -s -X POST \"https://api.example.com/v1/webhooks/whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB/deliveries/$EVENT_ID/dismiss\"");
    }

    @Test
    void disabledExplainsTheReasonAndHowToEnable() {
        says(
                SampleNotices.full().get(1),
                "\"Front desk, second floor\" (hooks.example.com) was disabled",
                "The event evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PC was not accepted by your webhook",
                "for 24 hours; last response: HTTP status 503.",
                "Front desk, second floor",
                "cln_harbour",
                "since 21 November 2026, 12:00:00 UTC",
                "22 November 2026, 12:00:05 UTC",
                "11 of the event evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PC",
                "status (HTTP 503)",
                "Not sent",
                "12 events that waited",
                "until 17 February 2027, 08:30:00 UTC",
                "for 90 days",
                "curl -s -X POST \"https://api.example.com/v1/webhooks/whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB/enable\"",
                "whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB/replays\"",
                "-d '{\"since\": \"2026-11-19T08:30:00Z\", \"delivery_status\": \"missed\"}'");
    }

    @Test
    void recoveredSaysThatNothingHasToBeDone() {
        says(
                SampleNotices.full().get(2),
                "\"Front desk, second floor\" (hooks.example.com) works again",
                "nothing that you have to do",
                "Front desk, second floor",
                "cln_harbour",
                "since 21 November 2026, 12:00:00 UTC",
                "21 November 2026, 15:04:05 UTC",
                "43 failed in the meantime",
                "status (HTTP 503)",
                "12 events",
                "until 19 February 2027, 12:00:00 UTC",
                "deliveries?status=pending\"");
    }

    @Test
    void urlChangedNamesBothHostsAndHowToRevokeTheKey() {
        says(
                SampleNotices.full().get(3),
                "\"Front desk, second floor\" at old.example.org now goes to hooks.example.com",
                "Front desk, second floor",
                "cln_harbour",
                "21 November 2026, 16:00:00 UTC",
                "12 events",
                "whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB/disable\"",
                "revoked and replaced",
                "curl -s \"https://api.example.com/v1/webhooks\"",
                "-d \"{\\\"url\\\": \\\"$URL\\\"}\"",
                "-d '{\"since\": \"2026-11-21T16:00:00Z\"}'");
        says(
                SampleNotices.minimal().get(3),
                "The URL of your webhook for hooks.example.com was changed",
                "the same; the port or another part of the URL was changed");
    }

    @Test
    void refusedNamesTheEventAndHowToDismissIt() {
        says(
                SampleNotices.full().get(4),
                "\"Front desk, second floor\" (hooks.example.com) refuses an event",
                "Front desk, second floor",
                "cln_harbour",
                "the event evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PC to your webhook",
                "since 21 November 2026, 12:00:00 UTC",
                "6 since then, all failed",
                "status (HTTP 503)",
                "12 events",
                "until 19 February 2027, 12:00:00 UTC",
                "disabled at 22 November 2026, 12:00:00 UTC, when this event has failed for 24 hours",
                "whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB/deliveries?status=pending\"",
                "whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB/deliveries/evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PC/dismiss\"");
    }

    @Test
    void unpulledSaysSinceWhenAndUntilWhen() {
        says(
                SampleNotices.full().get(9),
                "\"Front desk, second floor\" (hooks.example.com) has deliveries that wait",
                "Front desk, second floor",
                "cln_harbour",
                "since 21 November 2026, 12:00:00 UTC, as of 22 November 2026, 12:00:00 UTC",
                "12 events",
                "9 February 2027, 12:00:00 UTC, if it still waits then",
                "whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB/queue?limit=1&visibility=1\"");
    }

    @Test
    void slowSaysWhatDeliveriesWaitForAndUntilWhen() {
        says(
                SampleNotices.full().get(5),
                "\"Front desk, second floor\" (hooks.example.com) has deliveries that wait",
                "more slowly than events are recorded",
                "since 21 November 2026, 12:00:00 UTC, as of 21 November 2026, 13:00:00 UTC",
                "about 40 a second",
                "9 February 2027, 12:00:00 UTC, if it still waits then",
                "raise max_per_second");
        Notice.Slow slow = (Notice.Slow) SampleNotices.full().get(5);
        says(
                new Notice.Slow(
                        slow.about(), slow.since(), 0, slow.notifiedAt(), Optional.of(WaitCause.SUSPENDED_ACCOUNT)),
                "\"Front desk, second floor\" (hooks.example.com) has deliveries that wait",
                "because the account is suspended",
                "resume the account");
    }

    @Test
    void expiringSaysWhyAndHowToReplayWhatIsMissing() {
        says(
                SampleNotices.full().get(10),
                "\"Front desk, second floor\" (hooks.example.com) was disabled: its deliveries waited too long",
                "evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PC has waited",
                "since 21 November 2026, 12:00:00 UTC",
                "9 February 2027, 12:00:05 UTC",
                "12 events",
                "whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB/enable\"",
                "\"delivery_status\": \"missed\"");
    }

    @Test
    void registeredNamesTheKeyAndHowToRevokeIt() {
        says(
                SampleNotices.full().get(7),
                "\"Front desk, second floor\" (hooks.example.com) was registered",
                "registered the webhook whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB at 21 November 2026, 12:00:00 UTC",
                "whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB/disable\"",
                "/v1/api_keys/key_01KAJ9Z3M8V4W6X0Y2T5R7Q9PK?with_webhooks=true&with_issued_keys=true\"",
                "/v1/audit_log\"");
    }

    @Test
    void secretRotatedSaysHowToRotateItAgain() {
        says(
                SampleNotices.full().get(8),
                "\"Front desk, second floor\" (hooks.example.com) has a new signing secret",
                "whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB/rotate_secret\"",
                "-d '{\"expires_in\": 0}'",
                "/v1/api_keys/key_01KAJ9Z3M8V4W6X0Y2T5R7Q9PK?with_webhooks=true&with_issued_keys=true\"");
    }

    @Test
    void keyIssuedNamesBothKeys() {
        ComposedMail mail = MAILS.write(
                OWNER,
                new Notice.KeyIssued(
                        new AccountId("acc_1"),
                        new ApiKeyId("key_new"),
                        Optional.of(SampleNotices.HOSTILE),
                        new ApiKeyId("key_old"),
                        SampleNotices.SINCE),
                Optional.empty());

        assertThat(mail.subject()).isEqualTo("A new API key of your account was issued");
        for (String form : List.of(mail.text(), unescaped(mail.html()))) {
            assertThat(form)
                    .contains(
                            "issued another one, key_new, at 21 November 2026, 12:00:00 UTC",
                            "https://api.example.com/v1/api_keys/key_new",
                            "/v1/api_keys/key_old?with_webhooks=true&with_issued_keys=true\"");
        }
        assertThat(mail.html()).doesNotContain("<script", "\u202E");
        assertThat(commands(HTML_COMMAND, mail.html()))
                .isEqualTo(commands(TEXT_COMMAND, mail.text()))
                .hasSize(3);
    }

    /** Its forms say the same, and it names nothing that the person wrote who named the address. */
    @Test
    void writesTheLinkThatConfirmsAnAddress() {
        AddressToken token = AddressToken.mint(
                new AccountId("acc_1"), AddressId.of(new AccountId("acc_1"), "desk@example.com"), new Random(1));
        ComposedMail mail = MAILS.write(
                new Notice.Confirmation(new AccountId("acc_1"), new WebhookId("whk_1"), "desk@example.com"),
                token,
                SampleNotices.SINCE,
                LINK);

        assertThat(mail.to()).containsExactly("desk@example.com");
        for (String form : List.of(mail.text(), mail.html())) {
            assertThat(form)
                    .contains(token.reveal(), "21 November 2026, 12:00:00 UTC", "acc_1", "whk_1")
                    .contains("an API key of the account acc_1 named your address");
        }
        assertThat(mail.text()).contains("/v1/console#confirm=" + token.reveal() + "\n");
        assertThat(mail.html()).contains("/v1/console#confirm&#x3D;" + token.reveal() + "\" style=");
        assertThat(mail.unsubscribing()).isEqualTo(LINK);
    }

    @Test
    void mailToTheAddressOfAWebhookEndsWithALinkThatUnsubscribesIt() {
        ComposedMail copy = MAILS.write(
                new Notice.Copy("desk@example.com", SampleNotices.full().get(1)), 0, MISSING_SINCE, LINK);
        assertThat(copy.unsubscribing()).isEqualTo(LINK);
        assertThat(copy.text())
                .endsWith("\nUnsubscribe this address from all e-mails about webhooks of the account: " + LINK.url()
                        + "\n");
        assertThat(unescaped(copy.html())).contains("<a href=\"" + LINK.url() + "\">" + LINK.url() + "</a>");
        assertThat(words(shown(copy)))
                .as("both forms say the same")
                .contains(words(copy.text().lines().toList().getLast()));
    }

    /** One message goes to all addresses of the account, and what the service promises to tell its owner keeps coming. */
    @Test
    void mailToTheAccountIsLeftOutByTheOperatorIfItCanBe() {
        for (Notice.OfWebhook notice : SampleNotices.full()) {
            ComposedMail mail = MAILS.write(OWNER, notice, 0, MISSING_SINCE);
            assertThat(mail.unsubscribing())
                    .isEqualTo(notice.optional()
                            .<Unsubscribing>map(kind ->
                                    new Unsubscribing.ByMail("Unsubscribe from " + kind.wireName() + " of acc_1"))
                            .orElseGet(Unsubscribing.Impossible::new));
            assertThat(mail.text()).doesNotContain("Unsubscribe");
            assertThat(mail.html()).doesNotContain("Unsubscribe");
        }
        assertThat(SampleNotices.full())
                .filteredOn(notice -> notice.optional().isEmpty())
                .extracting(notice -> notice.due().kind())
                .containsExactlyInAnyOrder(
                        DueMail.Kind.DISABLED,
                        DueMail.Kind.EXPIRING,
                        DueMail.Kind.REVOKED,
                        DueMail.Kind.CERTIFICATE_ENDING);
    }

    @Test
    void lastMailAboutChangesOfAnHourSaysWhereTheOthersAre() {
        Notice.OfWebhook changed = SampleNotices.full().get(3);
        ComposedMail mail = MAILS.write(
                OWNER,
                changed,
                0,
                MISSING_SINCE,
                Optional.of(MailWording.last((Notice.Counted) changed)),
                Optional.empty());
        for (String form : List.of(mail.text(), mail.html())) {
            assertThat(form)
                    .contains(
                            "the last of 20 e-mails of this kind (url_changed)",
                            "from 21 November 2026, 16:00:00 UTC to 21 November 2026, 17:00:00 UTC",
                            "GET /v1/audit_log");
        }
        assertThat(words(shown(mail))).contains(words(mail.text()));
    }

    @Test
    void everyMailSaysWhyTheReaderGetsItAndWhetherItCanBeLeftOut() {
        Notice.OfWebhook warning = SampleNotices.full().get(0);
        Notice.OfWebhook disabled = SampleNotices.full().get(1);
        assertThat(MAILS.write(OWNER, warning, 0, MISSING_SINCE).text())
                .contains("one of those of the account acc_1", "leave out e-mails of this kind (failing)");
        assertThat(MAILS.write(OWNER, disabled, 0, MISSING_SINCE).text())
                .contains("one of those of the account acc_1")
                .doesNotContain("leave out");
        ComposedMail copy = MAILS.write(new Notice.Copy("desk@example.com", warning), 0, MISSING_SINCE, LINK);
        assertThat(copy.to()).containsExactly("desk@example.com");
        assertThat(copy.text()).contains("set at the webhook (notify)", "leave out e-mails of this kind (failing)");
        assertThat(unescaped(copy.html())).contains("set at the webhook (notify)");
        assertThat(MAILS.write(new Notice.Copy("desk@example.com", disabled), 0, MISSING_SINCE, LINK)
                        .text())
                .doesNotContain("leave out");
    }

    /** Checks what all e-mails have in common. */
    @ParameterizedTest
    @MethodSource("all")
    void everyMailIsCompleteAsTextAndHtml(Notice.OfWebhook notice) {
        ComposedMail mail = MAILS.write(OWNER, notice, 0, MISSING_SINCE);
        assertThat(mail.to()).isEqualTo(OWNER);
        assertThat(mail.subject()).isNotBlank().doesNotContain("\n", "\r");
        assertThat(mail.text()).endsWith("\n").doesNotContain("&amp;", "\r");
        assertThat(mail.html()).startsWith("<!doctype html>").contains("</html>", "color-scheme", "max-width:640px");
        assertThat(mail.html())
                .doesNotContain("src=", "url(", "<link", "<style", "<script", "@import", "http-equiv", "<!--");
        assertThat(commands(HTML_COMMAND, mail.html()))
                .as("the same commands in both")
                .isEqualTo(commands(TEXT_COMMAND, mail.text()))
                .isNotEmpty();
        assertThat(words(shown(mail))).as("the same words in both").contains(words(mail.text()));
        assertThat(mail.toString()).isEqualTo("ComposedMail[…]");
    }

    static Stream<Notice.OfWebhook> all() {
        return Stream.of(SampleNotices.full(), SampleNotices.minimal(), SampleNotices.hostile())
                .flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyMailLinksToThePageOfItsWebhookWithoutAKeyAndToTheDocs(Notice.OfWebhook notice) {
        ComposedMail mail = MAILS.write(OWNER, notice, 0, MISSING_SINCE);
        String page = "https://api.example.com/v1/console#/webhooks/"
                + notice.about().webhook().value();
        assertThat(mail.text()).contains("See the webhook").contains(": " + page + "\n");
        assertThat(mail.html()).contains("<a href=\"" + page + "\" style=");
        String help = "https://api.example.com/v1/docs/delivery#e-mails";
        assertThat(mail.text()).contains(MailWording.HELP + " " + help + "\n");
        assertThat(mail.html()).contains("<a href=\"" + help + "\">" + help + "</a>");
    }

    @Test
    void mailsOfABrandedDeploymentBeginWithItsNameAndHaveItsColour() {
        MailComposer branded = new MailComposer(
                "https://api.example.com",
                new ServiceTimes(Duration.ofDays(90), Duration.ofHours(24), Duration.ofSeconds(5)),
                new MailBrand(Optional.of("Harbour's Events"), Optional.of(BrandColour.parse("#ffc24d"))));
        for (Notice.OfWebhook notice : SampleNotices.full()) {
            ComposedMail usual = MAILS.write(OWNER, notice, 0, MISSING_SINCE);
            ComposedMail own = branded.write(OWNER, notice, 0, MISSING_SINCE);
            assertThat(own.subject()).isEqualTo(usual.subject());
            assertThat(own.text()).isEqualTo("Harbour's Events\n\n" + usual.text());
            assertThat(own.html())
                    .contains("border-left:8px solid #ffc24d; font-weight:bold\">Harbour&#39;s Events</p>")
                    .contains("background-color:#ffc24d; color:#000000;")
                    .doesNotContain("src=", "background-color:#2f6fdf");
            assertThat(usual.html())
                    .contains("background-color:#2f6fdf; color:#ffffff;")
                    .doesNotContain("border-left:8px");
        }
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void escapesForeignText(Notice.OfWebhook notice) {
        ComposedMail mail = MAILS.write(OWNER, notice, 0, MISSING_SINCE);
        assertThat(mail.html())
                .doesNotContain("<script", "\u202E")
                .contains("&lt;script&gt;alert(1)", "{{api}} &amp;lt;");
        assertThat(mail.subject() + mail.text())
                .contains("{{api}} &lt; Bcc: thief")
                .doesNotContain("\u202E", "\r");
        assertThat(mail.text().lines()).noneMatch(line -> line.startsWith("Bcc"));
        assertThat(mail.subject()).doesNotContain("\n");
    }

    static List<Notice.OfWebhook> hostile() {
        return SampleNotices.hostile();
    }

    /** Whoever can set a label must not be able to send readers elsewhere in the service's name. */
    @Test
    void labelThatLooksLikeALinkOrATitleIsNone() {
        Notice.Warning warning = (Notice.Warning) SampleNotices.full().getFirst();
        for (String label :
                List.of("https://thief.example/", "{{console}}", "a\n\n\nWhat you can do\n\n  https://x.example")) {
            About about = new About(
                    warning.about().account(),
                    warning.about().webhook(),
                    warning.about().generation(),
                    warning.about().host(),
                    Optional.of(label),
                    warning.about().clinic());
            String html = MAILS.write(
                            OWNER,
                            new Notice.Warning(about, warning.failingSince(), warning.attempts(), warning.last()),
                            0,
                            MISSING_SINCE)
                    .html();

            assertThat(html).contains(label.lines().toList().getLast().strip());
            assertThat(html.split("<a ", -1))
                    .as("the links to the console and to the docs")
                    .hasSize(3);
            assertThat(html.split("<h2", -1))
                    .as("what happens next, what you can do")
                    .hasSize(3);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1 event", "1000, '1,000 events'", "1001, 'more than 1,000 events'", "5000, 'more than 1,000 events'"
    })
    void countsTheBacklogUpToALimit(int waiting, String said) {
        for (Notice.OfWebhook notice : SampleNotices.minimal()) {
            assertThat(MAILS.write(OWNER, notice, waiting, MISSING_SINCE).text())
                    .containsPattern("(Waiting|Not sent) +" + said + "( in the backlog,| that waited|\n)");
        }
    }

    @Test
    void saysNothingOfALabelAndOfABacklogThatThereIsNot() {
        for (Notice.OfWebhook notice : SampleNotices.minimal()) {
            ComposedMail mail = MAILS.write(OWNER, notice, 0, MISSING_SINCE);
            assertThat(mail.subject()).doesNotContain("\"");
            assertThat(mail.text()).doesNotContain("Label", "Waiting", "Not sent");
            assertThat(mail.html()).doesNotContain("Label", "Waiting", "Not sent");
        }
    }

    @Test
    void longLabelDoesNotFillTheSubject() {
        assertThat(MailWording.quoted("\uD83E\uDDB7".repeat(61))).isEqualTo('"' + "\uD83E\uDDB7".repeat(59) + "…\"");
        assertThat(MailWording.quoted("a".repeat(60))).isEqualTo('"' + "a".repeat(60) + '"');
    }

    private static void says(Notice.OfWebhook notice, String subject, String... facts) {
        ComposedMail mail = MAILS.write(OWNER, notice, 12, MISSING_SINCE);
        assertThat(mail.subject()).isEqualTo(subject);
        assertThat(mail.text()).contains(facts).doesNotContain("{{");
        assertThat(unescaped(mail.html())).contains(subject).contains(facts).doesNotContain("{{");
    }

    /** The text of the HTML, in which a button has its link behind a colon, as in the text. */
    private static String shown(ComposedMail mail) {
        String linked = BUTTON.matcher(mail.html()).replaceAll("$2: $1");
        return unescaped(TAG.matcher(linked).replaceAll(" "));
    }

    /** Each run of white space as one space. */
    private static String words(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    private static List<String> commands(Pattern command, String mail) {
        Matcher found = command.matcher(mail);
        return found.results()
                .map(result -> unescaped(result.group(1)).replace("\n   ", "\n").strip())
                .toList();
    }

    private static String unescaped(String html) {
        String text = html;
        for (Map.Entry<String, String> entity : Map.of(
                        "&lt;", "<", "&gt;", ">", "&quot;", "\"", "&#39;", "'", "&#x3D;", "=", "&#x60;", "`")
                .entrySet()) {
            text = text.replace(entity.getKey(), entity.getValue());
        }
        return text.replace("&amp;", "&");
    }
}
