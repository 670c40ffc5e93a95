package com.scheduleevents.aws.tables;

import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Origin;
import java.time.Instant;

/** Writes and reads who made a change, as an attribute of what was changed. */
public final class OriginAttribute {

    private static final Attribute<Origin.Type> TYPE =
            Attribute.text("type").as(Origin.Type::named, Origin.Type::wireName);
    private static final Attribute<ApiKeyId> KEY = Attribute.text("key_id").as(ApiKeyId::new, ApiKeyId::value);
    private static final Attribute<String> REQUEST = Attribute.text("request_id");
    private static final Attribute<Instant> AT = Attribute.time("at");

    private OriginAttribute() {}

    /** The attribute of that name. */
    public static Attribute<Origin> named(String name) {
        return Attribute.map(
                name,
                origin -> new Item()
                        .with(TYPE, origin.type())
                        .with(KEY, origin.key())
                        .with(REQUEST, origin.request())
                        .with(AT, origin.at()),
                row -> new Origin(row.get(TYPE), row.find(KEY), row.find(REQUEST), row.get(AT)));
    }
}
