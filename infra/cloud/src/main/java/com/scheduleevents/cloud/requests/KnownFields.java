package com.scheduleevents.cloud.requests;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.util.DefaultSdkAutoConstructList;
import software.amazon.awssdk.core.util.DefaultSdkAutoConstructMap;

/** The fields of a request that a simulated operation takes into account; any other that is set stops the simulation. */
public final class KnownFields {

    private final Set<String> names;

    private KnownFields(Set<String> names) {
        this.names = names;
    }

    /** These fields, as the service's API calls them. */
    public static KnownFields of(String... names) {
        return new KnownFields(Set.of(names));
    }

    /**
     * Refuses a request that asks for more than is simulated.
     *
     * @throws UnsupportedOperationException when it does
     */
    public void require(SdkPojo request) {
        for (SdkField<?> field : request.sdkFields()) {
            if (!names.contains(field.memberName()) && isSet(field.getValueOrDefault(request))) {
                throw new UnsupportedOperationException(
                        field.memberName() + " of " + request.getClass().getSimpleName() + " is not simulated");
            }
        }
    }

    private static boolean isSet(Object value) {
        return value != null
                && !(value instanceof DefaultSdkAutoConstructList<?>)
                && !(value instanceof DefaultSdkAutoConstructMap<?, ?>)
                && !(value instanceof Collection<?> collection && collection.isEmpty())
                && !(value instanceof Map<?, ?> map && map.isEmpty());
    }
}
