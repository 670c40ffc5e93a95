package com.scheduleevents.emulator.iam;

/**
 * One thing that a role has to allow before a call is carried out.
 *
 * @param action such as {@code dynamodb:GetItem}
 * @param resource the ARN of what it is done to
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
