package com.scheduleevents.cli.commands;

import com.scheduleevents.cli.catalogue.KnownTypes;
import java.util.Iterator;

/** The event types, for completion. */
public final class TypeNames implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
        return new KnownTypes().names().iterator();
    }
}
