package com.scheduleevents.api.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ValueNode;
import java.math.BigDecimal;

/**
 * Rejects numbers with too many digits. 1e999999999 has twelve characters, but schema validation would expand it to a gigabyte of
 * digits.
 */
final class BoundedNumbers extends JsonNodeFactory {

    private static final long serialVersionUID = 1L;

    /** The limit of digits before or after the decimal point; the same as Jackson's limit for the text of a number. */
    private static final int MAX_DIGITS = 1_000;

    /** @throws NumberFormatException when the number has too many digits, as Jackson does when the exponent is not an int */
    @Override
    public ValueNode numberNode(BigDecimal number) {
        if (Math.abs((long) number.scale()) > MAX_DIGITS) {
            throw new NumberFormatException("more than " + MAX_DIGITS + " digits");
        }
        return super.numberNode(number);
    }
}
