package com.scheduleevents.emulator.iam;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * An action on a resource, as a policy statement writes them: {@code *} stands for any characters, {@code ?} for one.
 *
 * @param action such as {@code dynamodb:GetItem}; case is ignored
 * @param resource an ARN
 */
public record AllowedAction(String action, String resource) {

    boolean covers(RequiredPermission need) {
        return matches(action.toLowerCase(Locale.ROOT), need.action().toLowerCase(Locale.ROOT))
                && matches(resource, need.resource());
    }

    private static boolean matches(String pattern, String text) {
        if (pattern.indexOf('*') < 0 && pattern.indexOf('?') < 0) {
            return pattern.equals(text);
        }
        String expression = Pattern.quote(pattern).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q");
        return Pattern.matches(expression, text);
    }

    @Override
    public String toString() {
        return action + " on " + resource;
    }
}
