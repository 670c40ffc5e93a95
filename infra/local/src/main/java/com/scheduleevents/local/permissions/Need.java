package com.scheduleevents.local.permissions;

/**
 * One thing that a role has to allow before a call is carried out.
 *
 * @param action such as {@code dynamodb:GetItem}
 * @param resource the ARN of what it is done to
 */
public record Need(String action, String resource) implements Comparable<Need> {

    @Override
    public int compareTo(Need other) {
        int byAction = action.compareTo(other.action);
        return byAction == 0 ? resource.compareTo(other.resource) : byAction;
    }

    @Override
    public String toString() {
        return action + " on " + resource;
    }
}
