package com.scheduleevents.emulator.kms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.kms.model.DataKeySpec;
import software.amazon.awssdk.services.kms.model.IncorrectKeyException;
import software.amazon.awssdk.services.kms.model.InvalidCiphertextException;
import software.amazon.awssdk.services.kms.model.KmsException;
import software.amazon.awssdk.services.kms.model.NotFoundException;

class KmsServiceTest {

    private static final Map<String, String> CONTEXT = Map.of("account", "acc_1", "purpose", "secrets");

    @TempDir
    private Path data;

    private KmsService service = new KmsService(Set.of("SecretsKey", "Other"), Optional.empty(), 0);
    private KmsClient kms = client();

    @AfterEach
    void close() {
        kms.close();
        service.close();
    }

    @Test
    void wrapsDataKeys() {
        var made = kms.generateDataKey(call -> call.keyId(KmsService.arn("SecretsKey"))
                .keySpec(DataKeySpec.AES_256)
                .encryptionContext(CONTEXT));
        var unwrapped =
                kms.decrypt(call -> call.ciphertextBlob(made.ciphertextBlob()).encryptionContext(CONTEXT));

        assertThat(made.plaintext().asByteArray()).hasSize(32);
        assertThat(made.keyId()).isEqualTo(KmsService.arn("SecretsKey"));
        assertThat(unwrapped.plaintext()).isEqualTo(made.plaintext());
        assertThat(unwrapped.keyId()).isEqualTo(made.keyId());
    }

    @Test
    void encryptsSmallThings() {
        SdkBytes secret = SdkBytes.fromUtf8String("secret");
        SdkBytes once =
                kms.encrypt(call -> call.keyId("SecretsKey").plaintext(secret)).ciphertextBlob();
        SdkBytes again =
                kms.encrypt(call -> call.keyId("SecretsKey").plaintext(secret)).ciphertextBlob();

        assertThat(once).isNotEqualTo(again);
        assertThat(kms.decrypt(call -> call.ciphertextBlob(once).keyId("SecretsKey"))
                        .plaintext())
                .isEqualTo(secret);
        assertThatThrownBy(() -> kms.decrypt(call -> call.ciphertextBlob(once).keyId("Other")))
                .isInstanceOf(IncorrectKeyException.class);
    }

    @Test
    void refusesWhatItDidNotMake() {
        SdkBytes made = kms.encrypt(call -> call.keyId("SecretsKey")
                        .plaintext(SdkBytes.fromUtf8String("secret"))
                        .encryptionContext(CONTEXT))
                .ciphertextBlob();
        byte[] changed = made.asByteArray();
        changed[changed.length - 1] ^= 1;

        for (byte[] foreign : new byte[][] {changed, {1, 2, 3}, {127}, {-1, 0}}) {
            assertThatThrownBy(() -> kms.decrypt(call ->
                            call.ciphertextBlob(SdkBytes.fromByteArray(foreign)).encryptionContext(CONTEXT)))
                    .isInstanceOf(InvalidCiphertextException.class);
        }
        for (Map<String, String> other : List.of(
                Map.<String, String>of(),
                Map.of("account", "acc_1"),
                Map.of("account", "acc_2", "purpose", "secrets"))) {
            assertThatThrownBy(
                            () -> kms.decrypt(call -> call.ciphertextBlob(made).encryptionContext(other)))
                    .isInstanceOf(InvalidCiphertextException.class);
        }
    }

    @Test
    void knowsItsKeysAndNoOthers() {
        assertThat(kms.describeKey(call -> call.keyId("SecretsKey"))
                        .keyMetadata()
                        .arn())
                .isEqualTo(KmsService.arn("SecretsKey"));
        assertThatThrownBy(() -> kms.describeKey(call -> call.keyId("unknown"))).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(
                        () -> kms.generateDataKey(call -> call.keyId("unknown").numberOfBytes(8)))
                .isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> kms.generateDataKey(call -> call.keyId("SecretsKey")))
                .isInstanceOf(KmsException.class)
                .hasMessageContaining("key spec");
        assertThatThrownBy(kms::listKeys)
                .isInstanceOf(KmsException.class)
                .hasMessageContaining("knows GenerateDataKey");
    }

    @Test
    void keepsItsKeysOverARestart() {
        restart();
        SdkBytes made = kms.encrypt(call -> call.keyId("SecretsKey").plaintext(SdkBytes.fromUtf8String("secret")))
                .ciphertextBlob();
        restart();

        assertThat(kms.decrypt(call -> call.ciphertextBlob(made)).plaintext().asUtf8String())
                .isEqualTo("secret");
    }

    private void restart() {
        close();
        service = new KmsService(Set.of("SecretsKey"), Optional.of(data), 0);
        kms = client();
    }

    private KmsClient client() {
        return KmsClient.builder()
                .endpointOverride(service.url())
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }
}
