package com.scheduleevents.domain.brand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that text can be read, whatever colour a deployment has. */
class BrandColourTest {

    /** The darkest background of the light scheme, and the lightest of the dark one. */
    private static final BrandColour LIGHT = BrandColour.parse("#eef1f4");

    private static final BrandColour DARK = BrandColour.parse("#1f262e");

    @Test
    void readsAndWritesWhatCssHas() {
        assertThat(BrandColour.parse("#0B5cad")).isEqualTo(new BrandColour(11, 92, 173));
        assertThat(BrandColour.parse("#0B5cad").css()).isEqualTo("#0b5cad");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0b5cad", "#0b5ca", "#0b5cadf", "#0b5cag", "red", "#0b5cad;}"})
    void refusesEverythingElse(String text) {
        assertThatThrownBy(() -> BrandColour.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    /** The figures are those of the definition's own examples, and of its calculators. */
    @ParameterizedTest
    @CsvSource({"#000000, #ffffff, 21", "#777777, #ffffff, 4.48", "#0b5cad, #ffffff, 6.7", "#ffc24d, #ffffff, 1.6"})
    void contrastIsThatOfWcag(String one, String other, double contrast) {
        assertThat(BrandColour.parse(one).contrast(BrandColour.parse(other))).isCloseTo(contrast, within(0.05));
    }

    @Test
    void colourThatCanBeReadStaysAsItIs() {
        BrandColour blue = BrandColour.parse("#0b5cad");
        assertThat(blue.legibleOn(LIGHT)).isEqualTo(blue);
        assertThat(BrandColour.parse("#ffc24d").legibleOn(DARK)).isEqualTo(BrandColour.parse("#ffc24d"));
    }

    @Property
    void everyColourBecomesOneThatCanBeRead(
            @ForAll @IntRange(max = 255) int red,
            @ForAll @IntRange(max = 255) int green,
            @ForAll @IntRange(max = 255) int blue) {
        BrandColour colour = new BrandColour(red, green, blue);
        assertThat(colour.contrast(colour.text())).isGreaterThanOrEqualTo(BrandColour.TEXT_CONTRAST);
        BrandColour onLight = colour.legibleOn(LIGHT);
        assertThat(onLight.contrast(LIGHT)).isGreaterThanOrEqualTo(BrandColour.TEXT_CONTRAST);
        assertThat(onLight.contrast(BrandColour.WHITE)).isGreaterThanOrEqualTo(BrandColour.TEXT_CONTRAST);
        BrandColour onDark = colour.legibleOn(DARK);
        assertThat(onDark.contrast(DARK)).isGreaterThanOrEqualTo(BrandColour.TEXT_CONTRAST);
        assertThat(onDark.contrast(BrandColour.parse("#0b1420"))).isGreaterThanOrEqualTo(BrandColour.TEXT_CONTRAST);
    }
}
