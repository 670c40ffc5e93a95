package com.scheduleevents.aws.tables;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes and reads a set of clinics. It is a list of ids and not a set, because an empty set cannot be stored; all clinics are no attribute.
 */
public final class ClinicsAttribute {

    /** The name of the attribute. */
    public static final String NAME = "clinics";

    private static final Attribute<List<String>> IDS = Attribute.texts(NAME);

    private ClinicsAttribute() {}

    /** The attribute; empty for all clinics. */
    public static Item item(Clinics clinics) {
        return switch (clinics) {
            case Clinics.All _ -> new Item();
            case Clinics.Listed(var ids) ->
                new Item().with(IDS, ids.stream().map(ClinicId::value).sorted().toList());
        };
    }

    /** The clinics of a row; all when the attribute is absent. */
    public static Clinics read(Row row) {
        return row.find(IDS)
                .<Clinics>map(ids ->
                        new Clinics.Listed(ids.stream().map(ClinicId::new).collect(Collectors.toUnmodifiableSet())))
                .orElseGet(Clinics.All::new);
    }
}
