package com.scheduleevents.cloud.dynamodb.expressions;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tokens of one expression, read one after the other. */
final class ExpressionTokens {

    private static final Pattern TOKEN = Pattern.compile(
            "\\s*(?:([A-Za-z_][A-Za-z0-9_]*)|([#:][A-Za-z0-9_]+)|([0-9]+)" + "|(<>|<=|>=|[()\\[\\].,=<>+-]))");
    private static final Set<String> KEYWORDS =
            Set.of("AND", "OR", "NOT", "BETWEEN", "IN", "SET", "REMOVE", "ADD", "DELETE");

    /** DynamoDB Developer Guide, "Quotas": the length of an expression. */
    private static final int LONGEST = 4096;

    /** The product's expressions are few, and read again with every request. */
    private static final Map<String, List<String>> READ_BEFORE = new ConcurrentHashMap<>();

    private static final int MOST_KEPT = 1000;

    private final String kind;
    private final List<String> tokens;
    private int position;

    /**
     * @param kind what the expression is called in errors, such as ConditionExpression
     */
    ExpressionTokens(String kind, String text) {
        this.kind = kind;
        if (text.isBlank()) {
            throw new InvalidExpression("Invalid " + kind + ": The expression can not be empty;");
        }
        if (text.length() > LONGEST) {
            throw new InvalidExpression("Invalid " + kind + ": Expression size has exceeded the maximum allowed size;");
        }
        List<String> known = READ_BEFORE.get(text);
        this.tokens = known == null ? tokens(kind, text.strip()) : known;
        if (known == null && READ_BEFORE.size() < MOST_KEPT) {
            READ_BEFORE.put(text, tokens);
        }
    }

    private static List<String> tokens(String kind, String text) {
        List<String> tokens = new ArrayList<>();
        Matcher token = TOKEN.matcher(text);
        int end = 0;
        while (end < text.length()) {
            if (!token.find() || token.start() != end) {
                throw new InvalidExpression("Invalid " + kind + ": Syntax error; near: \"" + text.substring(end) + '"');
            }
            tokens.add(token.group().strip());
            end = token.end();
        }
        return List.copyOf(tokens);
    }

    String kind() {
        return kind;
    }

    boolean atEnd() {
        return position == tokens.size();
    }

    String peek() {
        return atEnd() ? "<EOF>" : tokens.get(position);
    }

    /** What comes after the next one. */
    String peekSecond() {
        return position + 1 < tokens.size() ? tokens.get(position + 1) : "<EOF>";
    }

    String next() {
        if (atEnd()) {
            throw unexpected();
        }
        return tokens.get(position++);
    }

    boolean take(String token) {
        if (peek().equals(token)) {
            position++;
            return true;
        }
        return false;
    }

    boolean takeKeyword(String keyword) {
        if (isKeyword(keyword)) {
            position++;
            return true;
        }
        return false;
    }

    boolean isKeyword(String keyword) {
        return peek().toUpperCase(Locale.ROOT).equals(keyword);
    }

    void expect(String token) {
        if (!take(token)) {
            throw unexpected();
        }
    }

    void expectKeyword(String keyword) {
        if (!takeKeyword(keyword)) {
            throw unexpected();
        }
    }

    void expectEnd() {
        if (!atEnd()) {
            throw unexpected();
        }
    }

    /** Whether a word and not a symbol, a number or a placeholder comes next. */
    boolean isWord() {
        char first = peek().charAt(0);
        return !atEnd()
                && (Character.isLetter(first) || first == '_')
                && !KEYWORDS.contains(peek().toUpperCase(Locale.ROOT));
    }

    InvalidExpression unexpected() {
        return new InvalidExpression("Invalid " + kind + ": Syntax error; token: \"" + peek() + '"');
    }

    InvalidExpression invalid(String why) {
        return new InvalidExpression("Invalid " + kind + ": " + why);
    }
}
