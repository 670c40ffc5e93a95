package com.scheduleevents.emulator.iam;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * An action on a resource, as a policy statement writes them: {@code *} stands for any characters, {@code ?} for one.
 *
 * @param action such as {@code dynamodb:GetItem}; case is ignored
 * @param resource an ARN
 * @param leadingKeys each item's partition key has to match one of these; empty for items with any key
 */
public record AllowedAction(String action, String resource, List<String> leadingKeys) {

    public AllowedAction {
        leadingKeys = List.copyOf(leadingKeys);
    }

    /** Where keys are limited, items with unknown keys are not covered, although IAM would allow them. */
    boolean covers(RequiredPermission need) {
        return matches(action.toLowerCase(Locale.ROOT), need.action().toLowerCase(Locale.ROOT))
                && matches(resource, need.resource())
                && (leadingKeys.isEmpty() || !need.leadingKeys().isEmpty())
                && need.leadingKeys().stream().allMatch(this::allowsKey);
    }

    private boolean allowsKey(String key) {
        return leadingKeys.isEmpty() || leadingKeys.stream().anyMatch(pattern -> matches(pattern, key));
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
        return action + " on " + resource + (leadingKeys.isEmpty() ? "" : " with keys like " + leadingKeys);
    }
}
