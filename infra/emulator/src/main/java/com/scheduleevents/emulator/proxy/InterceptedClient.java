package com.scheduleevents.emulator.proxy;

import com.scheduleevents.emulator.lambda.FunctionInstance;
import com.scheduleevents.emulator.lambda.LivingInstances;
import com.scheduleevents.emulator.protocol.SdkJson;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkClient;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.kms.model.KmsException;
import software.amazon.awssdk.services.sqs.model.SqsException;

/**
 * A client of one instance of a function for a service of this process: its calls pass unless an interceptor prevents it, as those over
 * HTTP do in {@link FaultProxy}.
 */
public final class InterceptedClient implements InvocationHandler {

    private final String service;
    private final SdkClient client;
    private final LivingInstances instances;
    private final String accessKeyId;
    private final List<CallInterceptor> interceptors;

    private InterceptedClient(
            String service,
            SdkClient client,
            LivingInstances instances,
            String accessKeyId,
            List<CallInterceptor> interceptors) {
        this.service = service;
        this.client = client;
        this.instances = instances;
        this.accessKeyId = accessKeyId;
        this.interceptors = List.copyOf(interceptors);
    }

    /**
     * A client for one instance.
     *
     * @param type the interface whose operations are called
     * @param client carries out what passes
     * @param instances the instances that may call
     * @param accessKeyId the id of the credentials of the instance
     * @param interceptors asked in this order
     */
    public static <T extends SdkClient> T of(
            Class<T> type,
            T client,
            LivingInstances instances,
            String accessKeyId,
            List<CallInterceptor> interceptors) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                new InterceptedClient(client.serviceName(), client, instances, accessKeyId, interceptors)));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        boolean isOperation = SdkResponse.class.isAssignableFrom(method.getReturnType());
        if (!isOperation
                || arguments == null
                || arguments.length != 1
                || !(arguments[0] instanceof SdkRequest request)) {
            // Such as a paginator, which calls operations.
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        }
        FunctionInstance caller = instances
                .with(accessKeyId)
                .orElseThrow(() -> AbortedException.create("This instance of a function was discarded."));
        ServiceCall call = new ServiceCall(service, caller.function(), operation(method), SdkJson.written(request));
        for (CallInterceptor interceptor : interceptors) {
            switch (interceptor.before(call)) {
                case CallInterceptor.Interception.Kill _ -> throw killed(caller, call);
                case CallInterceptor.Interception.Deny denied -> throw denied(denied.reason());
                case CallInterceptor.Interception.Pass _ -> {}
            }
        }
        Object response = carriedOut(method, request);
        for (CallInterceptor interceptor : interceptors) {
            if (interceptor.after(call) instanceof CallInterceptor.Interception.Kill) {
                throw killed(caller, call);
            }
        }
        return response;
    }

    private @Nullable Object carriedOut(Method method, SdkRequest request) throws Throwable {
        try {
            return method.invoke(client, request);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private static String operation(Method method) {
        return method.getName().substring(0, 1).toUpperCase(Locale.ROOT)
                + method.getName().substring(1);
    }

    private static AbortedException killed(FunctionInstance instance, ServiceCall call) {
        instance.kill("Killed when " + call + ".");
        return AbortedException.create("This instance of a function was killed.");
    }

    private AwsServiceException denied(String reason) {
        AwsServiceException.Builder error =
                switch (service) {
                    case "dynamodb" -> DynamoDbException.builder();
                    case "sqs" -> SqsException.builder();
                    case "kms" -> KmsException.builder();
                    default -> throw new IllegalStateException("no service of this process: " + service);
                };
        return error.message(reason)
                .statusCode(400)
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode("AccessDeniedException")
                        .errorMessage(reason)
                        .serviceName(service)
                        .build())
                .build();
    }
}
