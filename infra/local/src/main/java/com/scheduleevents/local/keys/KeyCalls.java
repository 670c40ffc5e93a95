package com.scheduleevents.local.keys;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.local.http.Answer;
import com.scheduleevents.local.http.Request;
import com.scheduleevents.local.http.Service;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Map;

/** Answers the calls of KMS's JSON protocol (API reference, TrentService). */
final class KeyCalls implements Service {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CONTENT_TYPE = "application/x-amz-json-1.1";

    /** KMS's limits of what it encrypts itself, and of a data key. */
    private static final int MAX_PLAINTEXT = 4096;

    private static final int MAX_DATA_KEY = 1024;

    private final MasterKeys keys;
    private final SecureRandom random;

    KeyCalls(MasterKeys keys, SecureRandom random) {
        this.keys = keys;
        this.random = random;
    }

    @Override
    public Answer serve(Request request) throws IOException {
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
                            throw new KeyRefused(
                                    "UnknownOperationException",
                                    "The key service knows GenerateDataKey, Encrypt, Decrypt and DescribeKey, not \""
                                            + action + "\".");
                    };
            return Answer.of(200, CONTENT_TYPE, result.toString());
        } catch (KeyRefused refused) {
            ObjectNode error = object().put("__type", refused.type()).put("message", refused.getMessage());
            return Answer.of(400, CONTENT_TYPE, error.toString());
        }
    }

    private ObjectNode generateDataKey(JsonNode call) throws KeyRefused, IOException {
        byte[] dataKey = new byte[dataKeyLength(call)];
        random.nextBytes(dataKey);
        return encrypted(call, dataKey).put("Plaintext", dataKey);
    }

    private ObjectNode encrypt(JsonNode call) throws KeyRefused, IOException {
        byte[] plaintext = bytes(call, "Plaintext");
        if (plaintext.length == 0 || plaintext.length > MAX_PLAINTEXT) {
            throw new KeyRefused("ValidationException", "Plaintext has 1 to " + MAX_PLAINTEXT + " bytes.");
        }
        return encrypted(call, plaintext).put("EncryptionAlgorithm", "SYMMETRIC_DEFAULT");
    }

    private ObjectNode encrypted(JsonNode call, byte[] plaintext) throws KeyRefused {
        MasterKey key = keys.get(call.path("KeyId").asText());
        return object().put("KeyId", key.arn()).put("CiphertextBlob", key.encrypt(plaintext, context(call), random));
    }

    private ObjectNode decrypt(JsonNode call) throws KeyRefused, IOException {
        byte[] ciphertext = bytes(call, "CiphertextBlob");
        MasterKey key = keyOf(ciphertext);
        if (call.has("KeyId") && !keys.get(call.path("KeyId").asText()).id().equals(key.id())) {
            throw new KeyRefused("IncorrectKeyException", "The ciphertext was made with another key.");
        }
        return object().put("KeyId", key.arn())
                .put("Plaintext", key.decrypt(ciphertext, context(call)))
                .put("EncryptionAlgorithm", "SYMMETRIC_DEFAULT");
    }

    private MasterKey keyOf(byte[] ciphertext) throws KeyRefused {
        try {
            return keys.get(MasterKey.idIn(ciphertext));
        } catch (KeyRefused noKeyOfOurs) {
            throw new KeyRefused("InvalidCiphertextException", "", noKeyOfOurs);
        }
    }

    private ObjectNode describeKey(JsonNode call) throws KeyRefused {
        MasterKey key = keys.get(call.path("KeyId").asText());
        ObjectNode answer = object();
        answer.putObject("KeyMetadata")
                .put("AWSAccountId", "000000000000")
                .put("KeyId", key.id())
                .put("Arn", key.arn())
                .put("Enabled", true)
                .put("KeyState", "Enabled")
                .put("KeyUsage", "ENCRYPT_DECRYPT")
                .put("KeySpec", "SYMMETRIC_DEFAULT")
                .put("KeyManager", "CUSTOMER")
                .put("Origin", "AWS_KMS");
        return answer;
    }

    private static int dataKeyLength(JsonNode call) throws KeyRefused {
        String spec = call.path("KeySpec").asText();
        int length =
                switch (spec) {
                    case "AES_256" -> 32;
                    case "AES_128" -> 16;
                    default -> call.path("NumberOfBytes").asInt();
                };
        if (call.has("KeySpec") == call.has("NumberOfBytes") || length < 1 || length > MAX_DATA_KEY) {
            throw new KeyRefused(
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

    private static byte[] bytes(JsonNode call, String field) throws KeyRefused, IOException {
        byte[] value = call.path(field).binaryValue();
        if (value == null) {
            throw new KeyRefused("ValidationException", field + " is missing.");
        }
        return value;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
