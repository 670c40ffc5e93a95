package com.scheduleevents.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what becomes of the Markdown of a page: its links, anchors, tables and pictures. */
class MarkdownTextTest {

    private static final SourcePage GUIDE = new SourcePage("guide", "docs/guide.md", Optional.of("Group"));
    private static final SourcePage DETAIL = new SourcePage("detail", "docs/guide/detail.md", Optional.of("Group"));

    private final MarkdownText markdown = new MarkdownText(new PageLinks(List.of(GUIDE, DETAIL)));

    @ParameterizedTest
    @CsvSource({
        "docs/guide.md,        guide/detail.md,      {@docs}detail",
        "docs/guide.md,        guide/detail.md#part, {@docs}detail#part",
        "docs/guide/detail.md, ../guide.md#part,     {@docs}guide#part",
        "docs/guide.md,        #part,                #part",
        "docs/guide.md,        openapi.yaml,         {@docs}../openapi.json",
        "docs/guide.md,        https://example.com,  https://example.com",
    })
    void linksLeadToWhatIsServed(String from, String link, String target) {
        SourcePage source = from.equals(GUIDE.file()) ? GUIDE : DETAIL;
        assertThat(markdown.page(source, "# Title\n\nSee [the page](" + link + ").")
                        .html())
                .isEqualTo("<p>See <a href=\"" + target + "\">the page</a>.</p>\n");
    }

    @ParameterizedTest
    @CsvSource({
        "'Its operator can [add `some`](egress.md).', '<p>Its operator can add <code>some</code>.</p>'",
        "'It can do that ([why](decisions/x.md)), and more.', '<p>It can do that, and more.</p>'",
        "'It can ([why](x.md)) ([how](y.md)).', '<p>It can.</p>'",
        "'It can ([why](x.md), in short).', '<p>It can (why, in short).</p>'",
    })
    void linksToAnythingElseBecomeText(String text, String html) {
        assertThat(page(text).html().strip()).isEqualTo(html);
    }

    @Test
    void picturesAndCommentsAreLeftOut() {
        assertThat(page("![One](a.png)\n![Two](b.png)\n\n<!-- run: this -->\n\nText")
                        .html())
                .isEqualTo("<p>Text</p>\n");
    }

    @Test
    void htmlIsRefused() {
        assertThatThrownBy(() -> page("<script>alert(1)</script>")).hasMessageContaining("docs/guide.md has HTML");
        assertThatThrownBy(() -> page("Text <b>in bold</b>")).hasMessageContaining("docs/guide.md has HTML");
        assertThatThrownBy(() -> markdown.page(GUIDE, "Text")).hasMessageContaining("does not begin with its title");
    }

    @Test
    void headingsHaveTheAnchorsThatGitHubGivesThem() {
        ServedPage page = page("## How to `recover`, quickly\n\n### Details\n\n## Details");
        assertThat(page.title()).isEqualTo("Title");
        assertThat(page.sections())
                .containsExactly(
                        new Section("how-to-recover-quickly", "How to recover, quickly"),
                        new Section("details-1", "Details"));
        assertThat(page.html()).contains("<h3 id=\"details\">", "<h2 id=\"details-1\">");
    }

    @Test
    void tablesRepeatTheirHeadingsForCardsAndCodesAreAnchors() {
        assertThat(page("| status | code | when |\n|---|---|---|\n| 404 | `not_found` | Always & ever |")
                        .html())
                .isEqualTo(
                        "<table><thead><tr><th scope=\"col\">status</th><th scope=\"col\">code</th><th scope=\"col\">when</th></tr>"
                                + "</thead><tbody><tr id=\"not_found\"><th scope=\"row\">404</th>"
                                + "<td><span class=\"label\">code</span><span><code>not_found</code></span></td>"
                                + "<td><span class=\"label\">when</span><span>Always &amp; ever</span></td></tr></tbody></table>\n");
        assertThat(page("| | |\n|---|---|\n| one | two |").html())
                .isEqualTo(
                        "<table><tbody><tr><th scope=\"row\">one</th><td><span>two</span></td></tr></tbody></table>\n");
    }

    @Test
    void codeIsWrittenAsItIsAndCanBeScrolledWithTheKeyboard() {
        assertThat(page("```sh\ncurl \"$API\" <&1\n```").html())
                .isEqualTo("<pre tabindex=\"0\"><code>curl &quot;$API&quot; &lt;&amp;1\n</code></pre>\n");
    }

    private ServedPage page(String text) {
        return markdown.page(GUIDE, "# Title\n\n" + text);
    }
}
