package com.scheduleevents.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.cloud.faults.FaultLevel;
import com.scheduleevents.cloud.time.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.kms.model.DataKeySpec;
import software.amazon.awssdk.services.kms.model.InvalidCiphertextException;
import software.amazon.awssdk.services.ses.model.AccountSendingPausedException;
import software.amazon.awssdk.services.ses.model.SendRawEmailRequest;
import software.amazon.awssdk.services.ses.model.SesException;

@Tag("world")
class KeysAndMailTest {

    private static final Map<String, String> CONTEXT = Map.of("purpose", "test");

    private SimulatedWorld world = SimulatedWorld.of(1).build();

    private void inside(Runnable action) {
        Task task = world.scheduler().spawn("test", action);
        while (!task.isDone()) {
            world.scheduler().runFor(Duration.ofSeconds(10));
        }
    }

    private static SendRawEmailRequest mail() {
        String message = """
                From: from@example.com\r
                To: to@example.com\r
                Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=\r
                List-Unsubscribe:\r
                 <https://example.com/>\r
                Content-Type: text/plain; charset=UTF-8\r
                \r
                text\r
                """;
        return SendRawEmailRequest.builder()
                .source("from@example.com")
                .destinations("to@example.com")
                .rawMessage(raw -> raw.data(SdkBytes.fromString(message, UTF_8)))
                .build();
    }

    @Test
    void whatAKeyEncryptedOnlyItsContextDecrypts() {
        world.kms().createKey("key");
        inside(() -> {
            var key = world.kms()
                    .generateDataKey(generate ->
                            generate.keyId("key").keySpec(DataKeySpec.AES_256).encryptionContext(CONTEXT));
            assertThat(world.kms()
                            .decrypt(decrypt ->
                                    decrypt.ciphertextBlob(key.ciphertextBlob()).encryptionContext(CONTEXT))
                            .plaintext())
                    .isEqualTo(key.plaintext());
            assertThatThrownBy(() -> world.kms().decrypt(decrypt -> decrypt.ciphertextBlob(key.ciphertextBlob())))
                    .isInstanceOf(InvalidCiphertextException.class);
            SdkBytes sealed = world.kms()
                    .encrypt(encrypt -> encrypt.keyId("key").plaintext(SdkBytes.fromString("plain", UTF_8)))
                    .ciphertextBlob();
            assertThat(world.kms()
                            .decrypt(decrypt -> decrypt.ciphertextBlob(sealed))
                            .plaintext()
                            .asUtf8String())
                    .isEqualTo("plain");
        });
    }

    @Test
    void anOutageOfAnHourIsOverAfterAnHour() {
        world.kms().createKey("key");
        world.faults().breakDown("kms", Duration.ofHours(1));
        inside(() -> assertThatThrownBy(() -> world.kms()
                        .generateDataKey(generate -> generate.keyId("key").keySpec(DataKeySpec.AES_256)))
                .isInstanceOf(SdkException.class));
        world.scheduler().runFor(Duration.ofHours(1));
        inside(() ->
                world.kms().generateDataKey(generate -> generate.keyId("key").keySpec(DataKeySpec.AES_256)));
    }

    @Test
    void mailArrivesUnlessTheAccountIsPaused() {
        world.ses().pause(Duration.ofHours(3));
        inside(() -> assertThatThrownBy(() -> world.ses().sendRawEmail(mail()))
                .isInstanceOf(AccountSendingPausedException.class));
        world.scheduler().runFor(Duration.ofHours(3));
        inside(() -> world.ses().sendRawEmail(mail()));
        assertThat(world.ses().sent()).singleElement().satisfies(sent -> {
            assertThat(sent.to()).containsExactly("to@example.com");
            assertThat(sent.subject()).isEqualTo("Grüße");
            assertThat(sent.text()).isEqualTo("text\n");
            assertThat(sent.listUnsubscribe()).contains("<https://example.com/>");
        });
    }

    @Test
    void moreMailThanItsRateIsThrottled() {
        for (int i = 0; i < 200; i++) {
            world.scheduler().spawn("mail-" + i, () -> {
                try {
                    world.ses().sendRawEmail(mail());
                } catch (SesException throttled) {
                    assertThat(throttled.isThrottlingException()).isTrue();
                }
            });
        }
        world.scheduler().runFor(Duration.ofMinutes(1));
        assertThat(world.ses().sent()).hasSizeLessThan(150).hasSizeGreaterThan(13);
    }

    /** The product's client makes each call once. */
    @Test
    void aResponseThatIsLostLeavesTheMailSent() {
        world = SimulatedWorld.of(2)
                .level(FaultLevel.SAVAGE)
                .faults((_, kind, _) -> kind == FaultKind.RESPONSE_LOST)
                .build();
        List<String> lost = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            inside(() -> {
                try {
                    world.ses().sendRawEmail(mail());
                } catch (SdkException e) {
                    lost.add(String.valueOf(e.getMessage()));
                }
            });
        }
        assertThat(lost).isNotEmpty();
        assertThat(world.ses().sent()).hasSize(300);
    }
}
