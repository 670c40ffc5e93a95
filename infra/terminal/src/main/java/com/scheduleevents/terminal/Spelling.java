package com.scheduleevents.terminal;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what somebody meant who mistyped a word. picocli's own suggestion for {@code lst} is {@code test}. */
final class Spelling {

    private Spelling() {}

    /** The known word with the fewest letters to change; empty if that would be more than a third of them. */
    static Optional<String> nearest(String word, Collection<String> known) {
        return known.stream()
                .filter(each -> distance(word, each) <= Math.max(1, word.length() / 3))
                .min(Comparator.comparingInt((String each) -> distance(word, each))
                        .thenComparing(each -> each));
    }

    /** How many letters must be added, left out or replaced. */
    private static int distance(String first, String second) {
        int[] row = new int[second.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= first.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (first.charAt(i - 1) == second.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[second.length()];
    }
}
