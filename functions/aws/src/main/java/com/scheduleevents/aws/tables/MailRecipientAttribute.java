package com.scheduleevents.aws.tables;

import com.scheduleevents.domain.account.MailRecipient;
import com.scheduleevents.domain.account.OptionalMail;
import java.util.List;
import java.util.stream.Collectors;

/** An address that gets e-mails, as an attribute of a row. */
public final class MailRecipientAttribute {

    private static final Attribute<String> ADDRESS = Attribute.text("address");
    private static final Attribute<List<String>> WITHOUT = Attribute.texts("without");

    private MailRecipientAttribute() {}

    /** The attribute of that name. */
    public static Attribute<MailRecipient> named(String name) {
        return Attribute.map(name, MailRecipientAttribute::item, MailRecipientAttribute::read);
    }

    private static Item item(MailRecipient recipient) {
        return new Item()
                .with(ADDRESS, recipient.address())
                .with(
                        WITHOUT,
                        recipient.without().stream()
                                .map(OptionalMail::wireName)
                                .sorted()
                                .toList());
    }

    /** Names that only a newer version of the service knows are ignored. */
    private static MailRecipient read(Row row) {
        return new MailRecipient(
                row.get(ADDRESS),
                row.get(WITHOUT).stream()
                        .flatMap(name -> OptionalMail.named(name).stream())
                        .collect(Collectors.toUnmodifiableSet()));
    }
}
