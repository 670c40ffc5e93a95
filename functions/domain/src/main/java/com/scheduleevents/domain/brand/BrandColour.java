package com.scheduleevents.domain.brand;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/**
 * A colour of sRGB.
 *
 * @param red from 0 to 255, as the others
 */
public record BrandColour(int red, int green, int blue) {

    /** The contrast that text needs (WCAG 2.2, success criterion 1.4.3). */
    public static final double TEXT_CONTRAST = 4.5;

    public static final BrandColour BLACK = new BrandColour(0, 0, 0);
    public static final BrandColour WHITE = new BrandColour(255, 255, 255);

    private static final Pattern WRITTEN = Pattern.compile("#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})");

    /** In how many steps a colour becomes black or white. */
    private static final int STEPS = 20;

    /**
     * Reads a colour.
     *
     * @param text such as {@code #0b5cad}
     * @throws IllegalArgumentException when it is written in another way
     */
    public static BrandColour parse(String text) {
        Matcher written = WRITTEN.matcher(text);
        if (!written.matches()) {
            throw new IllegalArgumentException("a colour is # and six hexadecimal digits");
        }
        return new BrandColour(
                Integer.parseInt(written.group(1), 16),
                Integer.parseInt(written.group(2), 16),
                Integer.parseInt(written.group(3), 16));
    }

    /** The colour as CSS has it. */
    public String css() {
        return String.format(Locale.ROOT, "#%02x%02x%02x", red, green, blue);
    }

    /** The contrast with another colour, from 1 to 21 (WCAG 2.2). */
    public double contrast(BrandColour other) {
        double lighter = Math.max(luminance(), other.luminance());
        double darker = Math.min(luminance(), other.luminance());
        return (lighter + 0.05) / (darker + 0.05);
    }

    /** The colour of text on this one, black or white: one of both always has {@link #TEXT_CONTRAST}. */
    public BrandColour text() {
        return contrast(BLACK) > contrast(WHITE) ? BLACK : WHITE;
    }

    /** This colour, as much darker or lighter as it takes to be read on a background. */
    public BrandColour legibleOn(BrandColour background) {
        BrandColour end = background.text();
        int step = 0;
        BrandColour legible = this;
        while (legible.contrast(background) < TEXT_CONTRAST) {
            step++;
            legible = mixed(end, step);
        }
        return legible;
    }

    private BrandColour mixed(BrandColour end, int step) {
        return new BrandColour(mixed(red, end.red, step), mixed(green, end.green, step), mixed(blue, end.blue, step));
    }

    private static int mixed(int from, int to, int step) {
        return from + (to - from) * step / STEPS;
    }

    private double luminance() {
        double[] linear = DoubleStream.of(red, green, blue)
                .map(channel -> channel / 255)
                .map(part -> part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4))
                .toArray();
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
    }
}
