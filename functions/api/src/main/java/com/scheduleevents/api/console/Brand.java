package com.scheduleevents.api.console;

import com.scheduleevents.aws.Environment;
import com.scheduleevents.domain.brand.BrandColour;
import java.util.Map;
import java.util.Optional;

/**
 * The name, the colour and the logo of whoever operates the deployment, on the console and on the pages for customers.
 *
 * @param logo an SVG, which ./deploy has checked and put into the jar
 */
record Brand(Optional<String> name, Optional<BrandColour> colour, Optional<String> logo) {

    /** The name of the logo among the files of the console. */
    static final String LOGO = "logo.svg";

    /** The backgrounds of console.css on which text is hardest to read, in the light and in the dark scheme. */
    private static final BrandColour LIGHT = BrandColour.parse("#eef1f4");

    private static final BrandColour DARK = BrandColour.parse("#1f262e");

    /**
     * The brand that the template's parameters describe.
     *
     * @throws IllegalStateException when the jar lacks the logo that they name
     */
    static Brand of(Environment environment) {
        return new Brand(
                environment.choice("BRAND_NAME"),
                environment.choice("BRAND_COLOUR").map(BrandColour::parse),
                environment.choice("BRAND_LOGO").map(_ -> ConsoleFiles.text("/brand/" + LOGO)));
    }

    /** What follows the rules of console.css. Its colours of text on the accent fit every accent that can be read on its backgrounds. */
    String css() {
        return colour.map(own -> """

                        /* The colour of this deployment, as dark or light as text has to be. */
                        :root { --accent: %s; }
                        @media (prefers-color-scheme: dark) { :root { --accent: %s; } }
                        .brand rect { fill: %s; }
                        .brand path { stroke: %s; }
                        """.formatted(
                                own.legibleOn(LIGHT).css(),
                                own.legibleOn(DARK).css(),
                                own.css(),
                                own.text().css()))
                .orElse("");
    }

    /** The name as HTML, with something around it; empty without a name. */
    String named(String before, String after) {
        return name.map(own -> before + escaped(own) + after).orElse("");
    }

    /** The file that stands for the deployment in the tab of a browser. */
    String icon() {
        return logo.isPresent() ? LOGO : "icon.svg";
    }

    /** The files that the console has besides those that every deployment has. */
    Map<String, String> files() {
        return logo.map(svg -> Map.of(LOGO, svg)).orElse(Map.of());
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
