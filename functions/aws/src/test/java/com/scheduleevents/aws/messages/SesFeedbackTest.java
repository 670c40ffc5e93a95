package com.scheduleevents.aws.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.mail.AddressStatus;
import com.scheduleevents.domain.mail.MailFeedback;
import com.scheduleevents.testkit.samples.SesEvents;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the records of SES are read, which AWS publishes as examples. */
final class SesFeedbackTest {

    private static final String ACCOUNT = "acc_demo";

    @ParameterizedTest
    @CsvSource({"bounce, BOUNCED", "complaint, COMPLAINED"})
    void whatEndsAnAddressIsRead(String name, AddressStatus why) {
        String message = SesEvents.message(name, ACCOUNT, _ -> {});

        assertThat(SesFeedback.isOne(message)).isTrue();
        assertThat(SesFeedback.read(message))
                .contains(new MailFeedback(new AccountId(ACCOUNT), why, List.of("recipient@example.com")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"delivery", "delivery_delay"})
    void otherRecordsAreWithoutConsequence(String name) {
        assertThat(SesFeedback.read(SesEvents.message(name, ACCOUNT, _ -> {}))).isEmpty();
    }

    /** The subtypes of a permanent bounce all mean that SES does not deliver to the address any more. */
    @ParameterizedTest
    @CsvSource({
        "Permanent, General, true",
        "Permanent, NoEmail, true",
        "Permanent, Suppressed, true",
        "Permanent, OnAccountSuppressionList, true",
        "Transient, General, false",
        "Transient, MailboxFull, false",
        "Transient, ContentRejected, false",
        "Undetermined, Undetermined, false"
    })
    void onlyHardBouncesEndAnAddress(String type, String subtype, boolean ends) {
        String message = SesEvents.message("bounce", ACCOUNT, record -> record.withObject("bounce")
                .put("bounceType", type)
                .put("bounceSubType", subtype));

        assertThat(SesFeedback.read(message).isPresent()).isEqualTo(ends);
    }

    @Test
    void aComplaintThatIsTakenBackEndsNothing() {
        assertThat(SesFeedback.read(SesEvents.message("complaint", ACCOUNT, record -> record.withObject("complaint")
                        .put("complaintFeedbackType", "not-spam"))))
                .isEmpty();
        assertThat(SesFeedback.read(SesEvents.message("complaint", ACCOUNT, record -> record.withObject("complaint")
                        .remove("complaintFeedbackType"))))
                .isPresent();
    }

    @Test
    void anAddressIsReadFromTheFormOfAMailServer() {
        String message = SesEvents.message("bounce", ACCOUNT, record -> record.withObject("bounce")
                .putArray("bouncedRecipients")
                .addObject()
                .put("emailAddress", "\"The, Desk\" <desk@example.com>"));

        assertThat(SesFeedback.read(message).orElseThrow().addresses()).containsExactly("desk@example.com");
    }

    /** Somebody else may send with the configuration set, without our tag or with another value. */
    @Test
    void mailsOfOthersAreWithoutConsequence() {
        assertThat(SesFeedback.read(SesEvents.message(SesEvents.record("bounce"))))
                .isEmpty();
        assertThat(SesFeedback.read(SesEvents.message("bounce", "marketing", _ -> {})))
                .isEmpty();
    }

    @Test
    void theFirstMessageOfATopicIsWithoutConsequence() {
        assertThat(SesFeedback.read(SesEvents.message(SesEvents.GREETING))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hello", "{}", "[]", "{\"eventType\":\"Bounce\"}", "{\"eventType\":7,\"mail\":{}}"})
    void anythingElseIsMalformedAndNotQuoted(String published) {
        assertThatThrownBy(() -> SesFeedback.read(SesEvents.message(published)))
                .isInstanceOf(MalformedMessage.class)
                .hasMessageStartingWith("not a record of SES");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "hello", "{}", "{\"v\":1,\"kind\":\"notice\"}", "{\"Type\":\"UnsubscribeConfirmation\"}"})
    void otherMessagesAreNoNotifications(String message) {
        assertThat(SesFeedback.isOne(message)).isFalse();
    }
}
