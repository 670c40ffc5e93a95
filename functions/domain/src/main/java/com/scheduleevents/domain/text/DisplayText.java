package com.scheduleevents.domain.text;

import java.lang.Character.UnicodeScript;
import java.util.Optional;
import java.util.Set;

/**
 * A name or a description, as it is stored and shown: without characters that nobody sees and that change what is seen
 * around them.
 *
 * <p>Left out are the controls of bidirectional text, which make the rest of a line read backwards, and characters of
 * no width, with which a blank name looks like none and one name like another. Of these, people need some: the two
 * joiners in the Arabic and Indic scripts, ZWJ between two emoji, and variation selectors after a character. They stay
 * there, and only there. Right-to-left scripts read right without controls, because letters have a direction of their
 * own.
 */
public final class DisplayText {

    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;

    /**
     * Characters of the category Cf that are seen: signs of Arabic, Syriac and Kaithi that enclose numbers
     * (Prepended_Concatenation_Mark).
     */
    private static final Set<Integer> SEEN =
            Set.of(0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD);

    /**
     * Characters of other categories that nobody sees: joiners of graphemes, inherent vowels of Khmer, and fillers of
     * Hangul and Braille.
     */
    private static final Set<Integer> UNSEEN = Set.of(0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0);

    /** Scripts in whose words joiners mean nothing. */
    private static final Set<UnicodeScript> UNJOINED = Set.of(
            UnicodeScript.BOPOMOFO,
            UnicodeScript.COMMON,
            UnicodeScript.CYRILLIC,
            UnicodeScript.GREEK,
            UnicodeScript.HAN,
            UnicodeScript.HANGUL,
            UnicodeScript.HIRAGANA,
            UnicodeScript.KATAKANA,
            UnicodeScript.LATIN,
            UnicodeScript.THAI);

    private DisplayText() {}

    /** The text without what nobody sees; empty when nothing is left that anybody does. */
    public static Optional<String> of(String text) {
        int[] sent = text.codePoints().filter(c -> !isDropped(c)).toArray();
        StringBuilder kept = new StringBuilder();
        boolean blank = true;
        for (int i = 0; i < sent.length; i++) {
            int before = kept.isEmpty() ? ' ' : kept.codePointBefore(kept.length());
            int after = i + 1 < sent.length ? sent[i + 1] : ' ';
            if (isKept(sent[i], before, after)) {
                kept.appendCodePoint(sent[i]);
                blank = blank && (isSpace(sent[i]) || isJoiner(sent[i]) || isVariation(sent[i]));
            }
        }
        return blank ? Optional.empty() : Optional.of(kept.toString());
    }

    /** Whether the text is on one line, and without control characters. */
    public static boolean isOneLine(String text) {
        return text.codePoints().map(Character::getType).noneMatch(DisplayText::endsLine);
    }

    private static boolean endsLine(int type) {
        return type == Character.CONTROL || type == Character.LINE_SEPARATOR || type == Character.PARAGRAPH_SEPARATOR;
    }

    private static boolean isDropped(int c) {
        boolean format = Character.getType(c) == Character.FORMAT && !isJoiner(c) && !SEEN.contains(c);
        return format || UNSEEN.contains(c);
    }

    private static boolean isKept(int c, int before, int after) {
        if (isVariation(c)) {
            return !isSpace(before) && !isJoiner(before) && !isVariation(before);
        }
        boolean betweenEmoji = c == ZERO_WIDTH_JOINER && endsEmoji(before) && Character.isExtendedPictographic(after);
        return !isJoiner(c) || betweenEmoji || isJoined(before);
    }

    /** Whether it is a letter, or a mark on one, of a script in which a joiner may follow it. */
    private static boolean isJoined(int c) {
        return (Character.isLetter(c) || isMark(c)) && !isVariation(c) && !UNJOINED.contains(UnicodeScript.of(c));
    }

    private static boolean isMark(int c) {
        int type = Character.getType(c);
        return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
    }

    private static boolean endsEmoji(int c) {
        return Character.isExtendedPictographic(c) || Character.isEmojiModifier(c) || c == 0xFE0F;
    }

    private static boolean isJoiner(int c) {
        return c == ZERO_WIDTH_NON_JOINER || c == ZERO_WIDTH_JOINER;
    }

    private static boolean isVariation(int c) {
        return (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF);
    }

    private static boolean isSpace(int c) {
        return Character.isSpaceChar(c) || Character.isWhitespace(c);
    }
}
