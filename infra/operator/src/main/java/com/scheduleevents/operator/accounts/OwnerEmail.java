package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.error.Sanitized;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an e-mail address. Whether anybody reads it, only an e-mail can tell; this finds what was typed wrong. */
final class OwnerEmail implements ITypeConverter<String> {

    /** The longest address that mail servers take (RFC 5321, section 4.5.3.1.3). */
    private static final int LONGEST = 254;

    private static final Pattern FORM =
            Pattern.compile("[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+");

    @Override
    public String convert(String text) {
        if (text.length() > LONGEST || !FORM.matcher(text).matches()) {
            throw new TypeConversionException(
                    Sanitized.of(text) + " is not an e-mail address, such as owner@clinic.example");
        }
        return text;
    }
}
