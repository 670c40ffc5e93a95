package com.scheduleevents.emulator.iam;

import java.util.Set;

/**
 * A permission that a call requires.
 *
 * @param action such as {@code dynamodb:GetItem}
 * @param resource the ARN of the resource
 * @param leadingKeys the partition keys of the items that are read, where they are known; otherwise empty
 */
public record RequiredPermission(String action, String resource, Set<String> leadingKeys)
        implements Comparable<RequiredPermission> {

    public RequiredPermission {
        leadingKeys = Set.copyOf(leadingKeys);
    }

    RequiredPermission(String action, String resource) {
        this(action, resource, Set.of());
    }

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
