package com.scheduleevents.delivery.notifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HtmlFormTest {

    private static final Pattern STYLE =
            Pattern.compile(" (style|align|valign|cellspacing|cellpadding|border)=\"[^\"]*\"");

    @Test
    void everyKindOfBlockHasAFormOfItsOwn() {
        assertThat(plain("""
                        The subject of {{webhook}}

                        A paragraph for R&D, with <{{name}}>.

                          Webhook       {{webhook}}
                        {{#has_label}}
                          Label         {{label}}
                        {{/has_label}}
                          Last outcome  {{last}}, <b> & all


                        A title & more

                        {{#open}}
                        1. Open this:
                        {{/open}}

                          Open this & that: {{link}}

                        2. Run this:

                           curl "{{api}}?a=1&b=2" \\
                             -H "x: <y>"
                        """)).isEqualTo("""
                        <p>A paragraph for R&amp;D, with &lt;{{name}}&gt;.</p>
                        <table>
                        <tr><th scope="row">Webhook</th><td>{{webhook}}</td></tr>
                        {{#has_label}}
                        <tr><th scope="row">Label</th><td>{{label}}</td></tr>
                        {{/has_label}}
                        <tr><th scope="row">Last outcome</th><td>{{last}}, &lt;b&gt; &amp; all</td></tr>
                        </table>
                        <h2>A title &amp; more</h2>
                        {{#open}}
                        <p>1. Open this:</p>
                        {{/open}}
                        <p><a href="{{link}}">Open this &amp; that</a></p>
                        <p>2. Run this:</p>
                        <pre>curl "{{api}}?a=1&amp;b=2" \\
                          -H "x: &lt;y&gt;"</pre>
                        """);
    }

    /** A line that no reader of the text would miss, but that the HTML would show as something else. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                " one space",
                "  two spaces, no value",
                "   curl x\nNo command",
                "  Name  value\n   curl x",
                "  Open it: {{name}}",
                "  Name  value\nA sentence"
            })
    void layoutThatTheRuleDoesNotKnowIsRefused(String block) {
        assertThatThrownBy(() -> HtmlForm.of("Subject\n\n" + block + "\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("of an e-mail");
    }

    private static String plain(String template) {
        return STYLE.matcher(HtmlForm.of(template)).replaceAll("");
    }
}
