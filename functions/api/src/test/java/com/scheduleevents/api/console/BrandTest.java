package com.scheduleevents.api.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.aws.Environment;
import com.scheduleevents.domain.brand.BrandColour;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests that a deployment shows its own name, logo and colour, and that one without these is as it was. */
class BrandTest {

    private static final String SVG = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
    private static final Brand NONE =
            Brand.of(new Environment(Map.of("BRAND_NAME", "", "BRAND_COLOUR", "", "BRAND_LOGO", "")));
    private static final Brand OWN =
            new Brand(Optional.of("Harbour's \"Events\""), Optional.of(BrandColour.parse("#ffc24d")), Optional.of(SVG));

    @Test
    void parametersOfTheTemplateDescribeIt() {
        assertThat(NONE).isEqualTo(new Brand(Optional.empty(), Optional.empty(), Optional.empty()));
        assertThat(Brand.of(
                        new Environment(Map.of("BRAND_NAME", "Harbour", "BRAND_COLOUR", "#FFC24D", "BRAND_LOGO", ""))))
                .isEqualTo(
                        new Brand(Optional.of("Harbour"), Optional.of(BrandColour.parse("#ffc24d")), Optional.empty()));
    }

    /** It would be a deployment by another way than ./deploy, which loses the logo without a word. */
    @Test
    void jarWithoutTheLogoThatTheParameterNamesIsNotServed() {
        Environment environment =
                new Environment(Map.of("BRAND_NAME", "", "BRAND_COLOUR", "", "BRAND_LOGO", "0".repeat(64)));
        assertThatThrownBy(() -> Brand.of(environment)).hasMessageContaining("the jar lacks the file /brand/logo.svg");
    }

    @Test
    void consoleHasTheNameForItsScriptsAndTheLogoAsItsIcon() {
        ConsoleFiles files = ConsoleFiles.read(OWN);
        String page = files.page(false).body().orElseThrow();
        assertThat(page)
                .contains("<meta name=\"service\" content=\"Harbour's &quot;Events&quot;\">")
                .contains("<meta name=\"logo\" content=\"logo.svg\">")
                .contains("<link rel=\"icon\" href=\"console/" + files.version() + "/logo.svg\">");
        assertThat(files.find(files.version(), "logo.svg").orElseThrow().body()).contains(SVG);

        String usual = ConsoleFiles.read(NONE).page(false).body().orElseThrow();
        assertThat(usual).contains("/icon.svg\">").doesNotContain("service", "logo", "<!--", "{");
        assertThat(ConsoleFiles.read(NONE).find("any", "logo.svg")).isEmpty();
    }

    /** A file that changes with the brand has another path, because browsers keep files for good. */
    @Test
    void colourIsAsDarkOrLightAsTextHasToBe() {
        assertThat(styles(NONE)).doesNotContain("The colour of this deployment");
        String own = styles(OWN);
        assertThat(own).startsWith(styles(NONE));
        String added = own.substring(styles(NONE).length());
        assertThat(added).contains(".brand rect { fill: #ffc24d; }", ".brand path { stroke: #000000; }");
        List<BrandColour> accents = Pattern.compile("--accent: (#\\w{6});")
                .matcher(added)
                .results()
                .map(accent -> BrandColour.parse(accent.group(1)))
                .toList();
        assertThat(accents.getFirst().contrast(BrandColour.parse("#eef1f4"))).isGreaterThanOrEqualTo(4.5);
        assertThat(accents.getLast()).isEqualTo(BrandColour.parse("#ffc24d"));
        assertThat(ConsoleFiles.read(OWN).version())
                .isNotEqualTo(ConsoleFiles.read(NONE).version());
    }

    /** The colours of console.css that the brand's own are compared with. */
    @Test
    void backgroundsAreThoseOfTheStyleSheet() {
        assertThat(Pattern.compile("--sunken: (#\\w+);")
                        .matcher(styles(NONE))
                        .results()
                        .map(found -> found.group(1)))
                .containsExactly("#eef1f4", "#1f262e");
        assertThat(Pattern.compile("--on-accent: (#\\w+);")
                        .matcher(styles(NONE))
                        .results()
                        .map(found -> found.group(1)))
                .containsExactly("#ffffff", "#0b1420");
    }

    @Test
    void docsHaveNameAndLogo() {
        String page = CustomerPages.read("v", OWN).index(false).body().orElseThrow();
        assertThat(page)
                .contains("<title>Harbour's &quot;Events&quot; Help</title>", ">Harbour's &quot;Events&quot; Help</a>")
                .contains("<img class=\"logo\" src=\"docs/../console/v/logo.svg\" alt=\"\">")
                .doesNotContain("{@", "<svg");
        String usual = CustomerPages.read("v", NONE).index(false).body().orElseThrow();
        assertThat(usual).contains("<title>Help</title>", ">Help</a>", "<svg").doesNotContain("{@", "<img");
    }

    private static String styles(Brand brand) {
        return ConsoleFiles.read(brand)
                .find("any", "console.css")
                .orElseThrow()
                .body()
                .orElseThrow();
    }
}
