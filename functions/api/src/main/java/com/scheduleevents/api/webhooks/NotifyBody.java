package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.BodyReader;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.domain.account.MailRecipient;
import com.scheduleevents.domain.account.OptionalMail;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The address of a webhook that gets e-mails about its state, in requests and responses. */
final class NotifyBody {

    /** The name of the setting. */
    static final String NAME = "notify";

    private static final String EMAIL = "email";
    private static final String WITHOUT = "without";
    private static final String KINDS = Arrays.stream(OptionalMail.values())
            .filter(OptionalMail::isAboutState)
            .map(OptionalMail::wireName)
            .collect(Collectors.joining(", "));
    private static final String EXPECTED =
            "an object with an email and, if it does not want all e-mails, without: an array"
                    + " of distinct values, each one of " + KINDS;

    private NotifyBody() {}

    /** @throws ApiException 400, without quoting the address */
    static MailRecipient read(JsonNode sent) {
        if (!(sent instanceof ObjectNode object)) {
            throw JsonFields.invalid(NAME, EXPECTED, "another value");
        }
        BodyReader reader = new BodyReader();
        JsonFields fields = reader.fields(object, Set.of(EMAIL, WITHOUT));
        Supplier<String> address = reader.part(() -> fields.require(
                EMAIL, "an e-mail address", text -> Optional.of(text).filter(MailRecipient::isAddress)));
        Supplier<Set<OptionalMail>> unwanted = reader.part(() -> unwanted(object.path(WITHOUT), fields));
        try {
            return reader.whole(() -> new MailRecipient(address.get(), unwanted.get()));
        } catch (ApiException e) {
            throw ApiException.ofAll(e.faults().stream()
                    .map(fault -> new ApiException(
                            ErrorCode.INVALID_FIELD, fault.param(), NAME + " must be " + EXPECTED + "."))
                    .toList());
        }
    }

    private static Set<OptionalMail> unwanted(JsonNode without, JsonFields fields) {
        boolean wantsAll = without.isMissingNode() || (without.isArray() && without.isEmpty());
        return wantsAll
                ? Set.of()
                : fields.requireElements(
                        WITHOUT, EXPECTED, name -> OptionalMail.named(name).filter(OptionalMail::isAboutState));
    }

    static ObjectNode json(MailRecipient recipient) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put(EMAIL, recipient.address());
        recipient.without().stream().map(OptionalMail::wireName).sorted().forEach(json.putArray(WITHOUT)::add);
        return json;
    }
}
