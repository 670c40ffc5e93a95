package com.scheduleevents.operator.accounts;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads what people call something. */
final class Name implements ITypeConverter<String> {

    private static final int LONGEST = 100;

    @Override
    public String convert(String text) {
        String name = text.strip();
        if (name.isEmpty() || name.length() > LONGEST || name.chars().anyMatch(Character::isISOControl)) {
            throw new TypeConversionException("a name is 1 to " + LONGEST + " characters on one line");
        }
        return name;
    }
}
