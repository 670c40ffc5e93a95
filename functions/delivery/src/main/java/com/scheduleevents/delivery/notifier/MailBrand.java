package com.scheduleevents.delivery.notifier;

import com.scheduleevents.aws.Environment;
import com.scheduleevents.domain.brand.BrandColour;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The name and the colour of whoever operates the deployment, in e-mails. There is no picture: most mail programs load none from
 * elsewhere before they are told to.
 */
public record MailBrand(Optional<String> name, Optional<BrandColour> colour) {

    /** That of a deployment without a name and a colour of its own. */
    public static final MailBrand NONE = new MailBrand(Optional.empty(), Optional.empty());

    private static final String GREY = "#808080";
    private static final BrandColour BLUE = BrandColour.parse("#2f6fdf");

    /** The brand that the template's parameters describe. */
    static MailBrand of(Environment environment) {
        return new MailBrand(
                environment.choice("BRAND_NAME"),
                environment.choice("BRAND_COLOUR").map(BrandColour::parse));
    }

    /** The values of the HTML's frame and buttons. */
    Map<String, Object> values() {
        BrandColour button = colour.orElse(BLUE);
        Map<String, Object> values = new HashMap<>(Map.of(
                "button", button.css(),
                "on_button", button.text().css(),
                "mark", colour.map(BrandColour::css).orElse(GREY)));
        name.ifPresent(own -> values.put("service", own));
        return values;
    }

    /** What the plain text begins with. */
    String heading() {
        return name.map(own -> own + "\n\n").orElse("");
    }
}
