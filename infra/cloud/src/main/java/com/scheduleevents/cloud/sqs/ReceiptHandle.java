package com.scheduleevents.cloud.sqs;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The handle by which a received message is deleted.
 *
 * @param message its id
 * @param receive which of its receives
 */
record ReceiptHandle(String message, int receive) {

    private static final Pattern FORM = Pattern.compile("receipt/([^/]+)/([0-9]+)");

    static ReceiptHandle parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw SqsErrors.invalidHandle();
        }
        return new ReceiptHandle(form.group(1), Integer.parseInt(form.group(2)));
    }

    String text() {
        return "receipt/" + message + "/" + receive;
    }
}
