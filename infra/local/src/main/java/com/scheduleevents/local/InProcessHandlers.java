package com.scheduleevents.local;

import com.scheduleevents.aws.wiring.FunctionWiring;
import com.scheduleevents.emulator.lambda.HandlerFactory;
import com.scheduleevents.emulator.lambda.LivingInstances;
import com.scheduleevents.emulator.proxy.CallInterceptor;
import com.scheduleevents.emulator.proxy.InterceptedClient;
import com.scheduleevents.emulator.storage.MemoryStorage;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.core.SdkClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Makes the handlers of the functions with clients of the services in this process. A handler's jar has its own {@link FunctionWiring}, so
 * that one is looked up by name; the SDK's classes are those of this process.
 */
final class InProcessHandlers implements HandlerFactory {

    private static final String ID_OF_THE_INSTANCE = "AWS_ACCESS_KEY_ID";

    private final MemoryStorage storage;
    private final LivingInstances instances;
    private final List<CallInterceptor> interceptors;

    InProcessHandlers(MemoryStorage storage, LivingInstances instances, List<CallInterceptor> interceptors) {
        this.storage = storage;
        this.instances = instances;
        this.interceptors = List.copyOf(interceptors);
    }

    @Override
    public Object make(Class<?> handler, Map<String, String> environment) throws ReflectiveOperationException {
        String instance = Objects.requireNonNull(environment.get(ID_OF_THE_INSTANCE), ID_OF_THE_INSTANCE);
        Object wiring = handler.getClassLoader()
                .loadClass(FunctionWiring.class.getName())
                .getConstructor(Map.class, DynamoDbClient.class, SqsClient.class, KmsClient.class)
                .newInstance(
                        environment,
                        client(DynamoDbClient.class, storage.dynamoDb(), instance),
                        client(SqsClient.class, storage.sqs(), instance),
                        client(KmsClient.class, storage.kms(), instance));
        return ofWiring(handler, wiring).newInstance(wiring);
    }

    private static Constructor<?> ofWiring(Class<?> handler, Object wiring) {
        return Arrays.stream(handler.getConstructors())
                .filter(constructor ->
                        constructor.getParameterCount() == 1 && constructor.getParameterTypes()[0].isInstance(wiring))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        handler.getName() + " has no public constructor with a Wiring alone."));
    }

    private <T extends SdkClient> T client(Class<T> type, T client, String instance) {
        return InterceptedClient.of(type, client, instances, instance, interceptors);
    }
}
