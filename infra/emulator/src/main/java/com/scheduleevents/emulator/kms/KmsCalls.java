package com.scheduleevents.emulator.kms;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.emulator.http.HttpService;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.emulator.http.ServerResponse;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Map;

/** Handles the calls of KMS's JSON protocol (API reference, TrentService). */
final class KmsCalls implements HttpService {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CONTENT_TYPE = "application/x-amz-json-1.1";

    /** KMS's limits for direct encryption and for a data key, in bytes. */
    private static final int MAX_PLAINTEXT = 4096;

    private static final int MAX_DATA_KEY = 1024;

    private final MasterKeyRing keys;
    private final SecureRandom random;

    KmsCalls(MasterKeyRing keys, SecureRandom random) {
        this.keys = keys;
        this.random = random;
    }

    @Override
    public ServerResponse serve(ServerRequest request) throws IOException {
        String action = request.header("X-Amz-Target").orElse("").replace("TrentService.", "");
        try {
            JsonNode call = JSON.readTree(request.body());
            ObjectNode result =
                    switch (action) {
                        case "GenerateDataKey" -> generateDataKey(call);
                        case "Encrypt" -> encrypt(call);
                        case "Decrypt" -> decrypt(call);
                        case "DescribeKey" -> describeKey(call);
                        default ->
                            throw new KmsError(
                                    "UnknownOperationException",
                                    "The key service knows GenerateDataKey, Encrypt, Decrypt and DescribeKey, not \""
                                            + action + "\".");
                    };
            return ServerResponse.of(200, CONTENT_TYPE, result.toString());
        } catch (KmsError refused) {
            ObjectNode error = object().put("__type", refused.type()).put("message", refused.getMessage());
            return ServerResponse.of(400, CONTENT_TYPE, error.toString());
        }
    }

    private ObjectNode generateDataKey(JsonNode call) throws KmsError, IOException {
        byte[] dataKey = new byte[dataKeyLength(call)];
        random.nextBytes(dataKey);
        return encrypted(call, dataKey).put("Plaintext", dataKey);
    }

    private ObjectNode encrypt(JsonNode call) throws KmsError, IOException {
        byte[] plaintext = bytes(call, "Plaintext");
        if (plaintext.length == 0 || plaintext.length > MAX_PLAINTEXT) {
            throw new KmsError("ValidationException", "Plaintext has 1 to " + MAX_PLAINTEXT + " bytes.");
        }
        return encrypted(call, plaintext).put("EncryptionAlgorithm", "SYMMETRIC_DEFAULT");
    }

    private ObjectNode encrypted(JsonNode call, byte[] plaintext) throws KmsError {
        MasterKey key = keys.get(call.path("KeyId").asText());
        return object().put("KeyId", key.arn()).put("CiphertextBlob", key.encrypt(plaintext, context(call), random));
    }

    private ObjectNode decrypt(JsonNode call) throws KmsError, IOException {
        byte[] ciphertext = bytes(call, "CiphertextBlob");
        MasterKey key = keyOf(ciphertext);
        if (call.has("KeyId") && !keys.get(call.path("KeyId").asText()).id().equals(key.id())) {
            throw new KmsError("IncorrectKeyException", "The ciphertext was made with another key.");
        }
        return object().put("KeyId", key.arn())
                .put("Plaintext", key.decrypt(ciphertext, context(call)))
                .put("EncryptionAlgorithm", "SYMMETRIC_DEFAULT");
    }

    private MasterKey keyOf(byte[] ciphertext) throws KmsError {
        try {
            return keys.get(MasterKey.idIn(ciphertext));
        } catch (KmsError noKeyOfOurs) {
            throw new KmsError("InvalidCiphertextException", "", noKeyOfOurs);
        }
    }

    private ObjectNode describeKey(JsonNode call) throws KmsError {
        MasterKey key = keys.get(call.path("KeyId").asText());
        ObjectNode response = object();
        response.putObject("KeyMetadata")
                .put("AWSAccountId", "000000000000")
                .put("KeyId", key.id())
                .put("Arn", key.arn())
                .put("Enabled", true)
                .put("KeyState", "Enabled")
                .put("KeyUsage", "ENCRYPT_DECRYPT")
                .put("KeySpec", "SYMMETRIC_DEFAULT")
                .put("KeyManager", "CUSTOMER")
                .put("Origin", "AWS_KMS");
        return response;
    }

    private static int dataKeyLength(JsonNode call) throws KmsError {
        String spec = call.path("KeySpec").asText();
        int length =
                switch (spec) {
                    case "AES_256" -> 32;
                    case "AES_128" -> 16;
                    default -> call.path("NumberOfBytes").asInt();
                };
        if (call.has("KeySpec") == call.has("NumberOfBytes") || length < 1 || length > MAX_DATA_KEY) {
            throw new KmsError(
                    "ValidationException",
                    "Please specify either number of bytes (1 to " + MAX_DATA_KEY
                            + ") or key spec (AES_256, AES_128).");
        }
        return length;
    }

    private static Map<String, String> context(JsonNode call) {
        return call.has("EncryptionContext")
                ? JSON.convertValue(call.get("EncryptionContext"), new TypeReference<Map<String, String>>() {})
                : Map.of();
    }

    private static byte[] bytes(JsonNode call, String field) throws KmsError, IOException {
        byte[] value = call.path(field).binaryValue();
        if (value == null) {
            throw new KmsError("ValidationException", field + " is missing.");
        }
        return value;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
