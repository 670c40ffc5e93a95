package com.scheduleevents.domain.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DisplayTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Harbour Dental",
                "  two  blanks  ",
                "Zahnärzte am Münster",
                "Zahna\u0308rzte",
                "診療所",
                "\u845B\uDB40\uDD00\u98FE\u533A", // an ideographic variation sequence
                "عيادة الأسنان",
                "מרפאת שיניים",
                "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645", // Persian, with ZWNJ between the parts of a word
                "\u0647\u200D", // an Arabic letter in its initial form, alone
                "\u0915\u094D\u200D\u0937", // Devanagari, a half form with ZWJ
                "\u0915\u094D\u200C\u0937", // Devanagari, a visible virama with ZWNJ
                "\u0DC1\u0DCA\u200D\u0DBB\u0DD3", // Sinhala
                "\u0D28\u0D4D\u200D", // Malayalam, a chillu with ZWJ at the end
                "\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67", // a family
                "\uD83D\uDC69\uD83C\uDFFD\u200D\u2695\uFE0F", // a health worker with a skin tone
                "\u2764\uFE0F\u200D\uD83D\uDD25",
                "\uD83E\uDDB7",
                "\u0600\u0661", // an Arabic number sign, which is seen although its category is Cf
                "."
            })
    void keepsWhatPeopleWrite(String text) {
        assertThat(DisplayText.of(text)).contains(text);
    }

    @ParameterizedTest
    @CsvSource({
        "'Harbour\u200B', Harbour", // zero-width space
        "'Har\u200Dbour', Harbour", // a joiner where none is needed
        "'Har\u200Cbour', Harbour",
        "'\u200D\u0647', '\u0647'",
        "'\u0647\u200D\u200D', '\u0647\u200D'",
        "'Har\u00ADbour', Harbour", // soft hyphen
        "'Har\u2060bour\uFEFF', Harbour", // word joiner, byte order mark
        "'\u202Egpj.exe', gpj.exe", // right-to-left override
        "'\u2066Harbour\u2069', Harbour", // isolates
        "'\u202AHarbour\u202C', Harbour", // embeddings
        "'\u200EHarbour\u200F\u061C', Harbour", // marks
        "'x\u2061y\u2064', xy", // invisible operators
        "'x\u180Ey', xy", // Mongolian vowel separator
        "'x\u034Fy', xy", // combining grapheme joiner
        "'x\u3164\uFFA0\u115F\u1160y', xy", // fillers of Hangul
        "'x\u2800y', xy", // a blank of Braille
        "'x\uDB40\uDC41\uDB40\uDC7Fy', xy", // tags
        "'x\uFE0F\uFE0F\uFE0F', 'x\uFE0F'",
        "'\uD83D\uDC68\u200Dx', '\uD83D\uDC68x'",
        "'x\uFFF9y', xy" // interlinear annotation
    })
    void leavesOutWhatNobodySees(String text, String shown) {
        assertThat(DisplayText.of(text)).contains(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\u00A0",
                "\u3000",
                "\u2003 ",
                "\u200B",
                "\u200B \u200B",
                "\u202E",
                "\u200D",
                "\u200C\u200D",
                "\uFE0F",
                " \uFE0F",
                "\uFEFF",
                "\u2800",
                "\u3164",
                "\u00AD",
                "\u2028",
                "\t"
            })
    void isEmptyWhereNothingIsSeen(String text) {
        assertThat(DisplayText.of(text)).isEmpty();
    }

    /** Unicode 16, Bidi_Control and the characters of no width that are no marks on others. */
    @Test
    void noControlOfDirectionAndNoWidthPassesBetweenLatinLetters() {
        int[] controls = IntStream.of(
                        0x61C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,
                        0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x180E, 0xAD)
                .toArray();
        for (int control : controls) {
            assertThat(DisplayText.of("a" + Character.toString(control) + "b"))
                    .as(Integer.toHexString(control))
                    .contains("ab");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'a b', true",
        "'a\nb', false",
        "'a\u2028b', false",
        "'a\u0085b', false",
        "'a\u0000', false",
        "'\u202E', true"
    })
    void isOneLineWithoutControlCharacters(String text, boolean oneLine) {
        assertThat(DisplayText.isOneLine(text)).isEqualTo(oneLine);
    }
}
