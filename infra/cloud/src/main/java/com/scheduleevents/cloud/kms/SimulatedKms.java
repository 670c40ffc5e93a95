package com.scheduleevents.cloud.kms;

import com.scheduleevents.cloud.faults.CallRoute;
import com.scheduleevents.cloud.faults.FaultInjector;
import com.scheduleevents.cloud.faults.ServiceBoundary;
import com.scheduleevents.cloud.faults.WorldTrace;
import com.scheduleevents.cloud.requests.KnownFields;
import com.scheduleevents.cloud.time.RandomStreams;
import com.scheduleevents.cloud.time.Scheduler;
import java.security.SecureRandom;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.kms.model.DataKeySpec;
import software.amazon.awssdk.services.kms.model.DecryptRequest;
import software.amazon.awssdk.services.kms.model.DecryptResponse;
import software.amazon.awssdk.services.kms.model.EncryptRequest;
import software.amazon.awssdk.services.kms.model.EncryptResponse;
import software.amazon.awssdk.services.kms.model.GenerateDataKeyRequest;
import software.amazon.awssdk.services.kms.model.GenerateDataKeyResponse;

/** KMS for the tasks of a simulated world: symmetric keys that encrypt, decrypt and make data keys. */
public final class SimulatedKms implements KmsClient {

    private static final KnownFields GENERATE = KnownFields.of("KeyId", "KeySpec", "EncryptionContext");
    private static final KnownFields ENCRYPT = KnownFields.of("KeyId", "Plaintext", "EncryptionContext");
    private static final KnownFields DECRYPT = KnownFields.of("KeyId", "CiphertextBlob", "EncryptionContext");
    private static final int AES_256 = 32;

    private final CallRoute calls;
    private final WrappingKeys keys;

    /** A KMS without keys, in a world whose network delays and loses calls. */
    public SimulatedKms(Scheduler scheduler, RandomStreams streams, FaultInjector faults, WorldTrace trace) {
        this.calls = new ServiceBoundary(scheduler, streams, faults, trace, "kms", new KmsExceptions());
        this.keys = new WrappingKeys(streams.stream("keys"));
    }

    /**
     * A KMS without keys, which responds at once.
     *
     * @param random cryptographic, since secrets of real receivers may be encrypted
     */
    public SimulatedKms(SecureRandom random) {
        this.calls = CallRoute.AT_ONCE;
        this.keys = new WrappingKeys(random);
    }

    /** Makes a key under an id or ARN of one's choice; deployments are no part of what is simulated. */
    public void createKey(String id) {
        keys.create(id);
    }

    @Override
    public GenerateDataKeyResponse generateDataKey(GenerateDataKeyRequest request) {
        GENERATE.require(request);
        if (request.keySpec() != DataKeySpec.AES_256) {
            throw new UnsupportedOperationException("only data keys of AES_256 are simulated");
        }
        return calls.call("generateDataKey", request, () -> {
            byte[] plain = keys.bytes(AES_256);
            return GenerateDataKeyResponse.builder()
                    .keyId(request.keyId())
                    .plaintext(SdkBytes.fromByteArray(plain))
                    .ciphertextBlob(keys.encrypt(request.keyId(), plain, request.encryptionContext()))
                    .build();
        });
    }

    @Override
    public EncryptResponse encrypt(EncryptRequest request) {
        ENCRYPT.require(request);
        return calls.call("encrypt", request, () -> EncryptResponse.builder()
                .keyId(request.keyId())
                .ciphertextBlob(
                        keys.encrypt(request.keyId(), request.plaintext().asByteArray(), request.encryptionContext()))
                .build());
    }

    @Override
    public DecryptResponse decrypt(DecryptRequest request) {
        DECRYPT.require(request);
        return calls.call("decrypt", request, () -> {
            byte[] plain = keys.decrypt(request.ciphertextBlob(), request.encryptionContext());
            String key = WrappingKeys.keyOf(request.ciphertextBlob());
            if (request.keyId() != null && !request.keyId().equals(key)) {
                throw KmsExceptions.invalidCiphertext();
            }
            return DecryptResponse.builder()
                    .keyId(key)
                    .plaintext(SdkBytes.fromByteArray(plain))
                    .build();
        });
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {}
}
