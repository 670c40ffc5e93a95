package com.scheduleevents.emulator.iam;

/**
 * A permission that a call requires.
 *
 * @param action such as {@code dynamodb:GetItem}
 * @param resource the ARN of the resource
 */
public record RequiredPermission(String action, String resource) implements Comparable<RequiredPermission> {

    @Override
    public int compareTo(RequiredPermission other) {
        int byAction = action.compareTo(other.action);
        return byAction == 0 ? resource.compareTo(other.resource) : byAction;
    }

    @Override
    public String toString() {
        return action + " on " + resource;
    }
}
