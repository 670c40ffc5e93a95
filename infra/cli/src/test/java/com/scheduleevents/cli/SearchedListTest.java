package com.scheduleevents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests lists of which a filter leaves out whole pages. */
@Timeout(60)
class SearchedListTest {

    private static final String DELIVERIES = "GET /v1/webhooks/whk_1/deliveries";

    /** Begins with the time 2026-11-20T14:02:11.337Z. */
    private static final String EVENT = "evt_01M7WM7J09F3E2D1C0B9A8Z7Y6";

    private final ScriptedApi api = new ScriptedApi();

    @TempDir
    Path home = Path.of("");

    private Program program = new Program(home);

    @BeforeEach
    void prepare() {
        program = new Program(home).using(api);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void listIsFollowedThroughEmptyPagesToItsEnd() {
        api.on(DELIVERIES, 200, page("", EVENT))
                .on(DELIVERIES, 200, page("", EVENT))
                .on(DELIVERIES, 200, page("{\"event_id\":\"evt_failed\"}", null));
        Program.Ended ended = list();
        assertThat(ended.out()).contains("evt_failed");
        assertThat(ended.err()).isEmpty();
        assertThat(api.last().line()).contains("status=failed&starting_after=" + EVENT);
    }

    @Test
    void listThatIsGivenUpSaysHowFarItLookedAndHowToGoOn() {
        emptyPages(30, EVENT);
        Program.Ended ended = list();
        assertThat(ended.status()).isZero();
        assertThat(api.requests()).hasSize(20);
        assertThat(ended.out()).contains("None were found so far.").doesNotContain("No deliveries.");
        assertThat(ended.err())
                .contains("No more were found so far, back to 2026-11-20T14:02:11.337Z.")
                .contains("--starting-after " + EVENT);
    }

    @Test
    void elementsThatWereFoundAreShownThoughNoMoreAre() {
        api.on(DELIVERIES, 200, page("{\"event_id\":\"evt_failed\"}", EVENT));
        emptyPages(30, EVENT);
        Program.Ended ended = list();
        assertThat(ended.out()).contains("evt_failed");
        assertThat(ended.err()).contains("back to 2026-11-20T14:02:11.337Z");
        assertThat(api.requests()).hasSize(21);
    }

    @Test
    void cursorThatTellsNoTimeIsGoneOnFromToo() {
        emptyPages(30, "whk_1");
        assertThat(list().err()).contains("in 20 pages").contains("--starting-after whk_1");
    }

    /** The list of all webhooks has looked back at one of them only, so it names no time. */
    @Test
    void listOfAllWebhooksGoesOnWhereItHasStopped() {
        String cursor = "whk_1." + EVENT;
        for (int pages = 0; pages < 30; pages++) {
            api.on("GET /v1/deliveries", 200, page("", cursor));
        }
        Program.Ended ended = program.execute("deliveries", "list", "--starting-after", cursor);
        assertThat(api.last().line()).contains("starting_after=" + cursor);
        assertThat(ended.err()).contains("in 20 pages").contains("--starting-after " + cursor);
    }

    @Test
    void listGoesOnWhereItHasStopped() {
        api.on(DELIVERIES, 200, page("", null));
        assertThat(list("--starting-after", EVENT).out()).contains("No deliveries.");
        assertThat(api.last().line()).contains("starting_after=" + EVENT);
    }

    @Test
    void wholeListIsReadHoweverManyPagesAreEmpty() {
        emptyPages(50, EVENT);
        assertThat(list("--all").out()).contains("evt_last");
        assertThat(api.requests()).hasSize(51);
    }

    /** Ends after them, so that a search without an end does too. */
    private void emptyPages(int number, String cursor) {
        for (int pages = 0; pages < number; pages++) {
            api.on(DELIVERIES, 200, page("", cursor));
        }
        api.on(DELIVERIES, 200, page("{\"event_id\":\"evt_last\"}", null));
    }

    private Program.Ended list(String... options) {
        return program.execute(
                Stream.concat(Stream.of("deliveries", "list", "whk_1", "--status", "failed"), Stream.of(options))
                        .toArray(String[]::new));
    }

    private static String page(String elements, @Nullable String next) {
        return "{\"data\":[%s],\"has_more\":%b,\"next_cursor\":%s}"
                .formatted(elements, next != null, next == null ? "null" : "\"" + next + "\"");
    }
}
