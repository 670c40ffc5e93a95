package com.scheduleevents.aws.audit;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.ClinicsAttribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.OriginAttribute;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.audit.AuditAction;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.audit.AuditEntry.Detail;
import com.scheduleevents.domain.audit.AuditId;
import java.util.EnumMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The rows of the AuditLog table. */
public final class AuditRow {

    static final Attribute<AccountId> ACCOUNT = Attribute.text("account_id").as(AccountId::new, AccountId::value);
    static final Attribute<AuditId> ID = Attribute.text("id").as(AuditId::new, AuditId::value);

    private static final Attribute<AuditAction> ACTION =
            Attribute.text("action").as(AuditAction::named, AuditAction::wireName);
    private static final Attribute<Origin> ORIGIN = OriginAttribute.named("origin");

    private AuditRow() {}

    /** A part of a transaction that stores an entry. */
    public static TransactWriteItem put(String table, AuditEntry entry) {
        return TransactWriteItem.builder()
                .put(put -> put.tableName(table).item(item(entry)))
                .build();
    }

    static Map<String, AttributeValue> item(AuditEntry entry) {
        Item item = new Item()
                .with(ACCOUNT, entry.account())
                .with(ID, entry.id())
                .with(ACTION, entry.action())
                .with(ORIGIN, entry.origin())
                .with(ClinicsAttribute.item(entry.clinics()))
                .with(Attribute.EXPIRES_AT, entry.origin().at().plus(AuditEntry.RETENTION));
        entry.details().forEach((detail, value) -> item.with(attribute(detail), value));
        return item.toMap();
    }

    static AuditEntry entry(Map<String, AttributeValue> item) {
        return Row.read("AuditLog", item, AuditRow::entry);
    }

    private static AuditEntry entry(Row row) {
        Map<Detail, String> details = new EnumMap<>(Detail.class);
        for (Detail detail : Detail.values()) {
            row.find(attribute(detail)).ifPresent(value -> details.put(detail, value));
        }
        return new AuditEntry(
                row.get(ACCOUNT), row.get(ID), row.get(ACTION), row.get(ORIGIN), ClinicsAttribute.read(row), details);
    }

    private static Attribute<String> attribute(Detail detail) {
        return Attribute.text(detail.wireName());
    }
}
