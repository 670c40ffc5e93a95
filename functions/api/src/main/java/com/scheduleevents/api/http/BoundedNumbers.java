package com.scheduleevents.api.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ValueNode;
import java.math.BigDecimal;

/**
 * Makes nodes of numbers that can be written out. 1e999999999 is twelve characters to send, and a gigabyte to whoever looks
 * at its digits, as checks against a schema do.
 */
final class BoundedNumbers extends JsonNodeFactory {

    private static final long serialVersionUID = 1L;

    /** Of digits before or after the point; as many as Jackson lets a number be long. */
    private static final int MAX_DIGITS = 1_000;

    /** @throws NumberFormatException when it has more digits, as from Jackson when its exponent is no int */
    @Override
    public ValueNode numberNode(BigDecimal number) {
        if (Math.abs((long) number.scale()) > MAX_DIGITS) {
            throw new NumberFormatException("more than " + MAX_DIGITS + " digits");
        }
        return super.numberNode(number);
    }
}
