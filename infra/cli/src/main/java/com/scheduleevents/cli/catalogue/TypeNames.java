package com.scheduleevents.cli.catalogue;

import java.util.Iterator;

/** The event types, for completion. */
public final class TypeNames implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
        return new KnownTypes().names().iterator();
    }
}
