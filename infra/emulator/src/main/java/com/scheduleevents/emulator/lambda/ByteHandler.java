package com.scheduleevents.emulator.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.amazonaws.services.lambda.runtime.serialization.factories.JacksonFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.function.Function;

/** Calls a handler with bytes and returns bytes, converting JSON with the library that Lambda's runtime uses. */
@FunctionalInterface
public interface ByteHandler {

    /**
     * @param event the event as JSON
     * @return the response as JSON
     */
    byte[] handle(byte[] event, Context context) throws IOException;

    /** A handler of streams. */
    static ByteHandler ofStreams(RequestStreamHandler handler) {
        return (event, context) -> {
            ByteArrayOutputStream response = new ByteArrayOutputStream();
            handler.handleRequest(new ByteArrayInputStream(event), response, context);
            return response.toByteArray();
        };
    }

    /**
     * Makes the conversion of a class of handlers once, for any number of them. All classes of events in this JVM must be those of one
     * class loader.
     *
     * @param loader loads the classes of events
     */
    static Function<RequestHandler<?, ?>, ByteHandler> ofTypes(Class<?> handlers, ClassLoader loader) {
        return ofTypes(handlers, event -> LambdaEventSerializers.serializerFor(event, loader));
    }

    /**
     * Makes the conversion of a class of handlers once, for any number of them.
     *
     * @param events the serializer of a class of events that Lambda knows
     */
    static Function<RequestHandler<?, ?>, ByteHandler> ofTypes(
            Class<?> handlers, Function<Class<?>, PojoSerializer<?>> events) {
        Method method = Arrays.stream(handlers.getMethods())
                .filter(candidate -> candidate.getName().equals("handleRequest")
                        && !candidate.isBridge()
                        && candidate.getParameterCount() == 2
                        && candidate.getParameterTypes()[1] == Context.class)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        handlers.getName() + " has no handleRequest of an event and a Context."));
        PojoSerializer<Object> in = serializer(method.getGenericParameterTypes()[0], events);
        PojoSerializer<Object> out = serializer(method.getGenericReturnType(), events);
        return handler -> {
            @SuppressWarnings("unchecked") // the serializer makes what the handler declares
            RequestHandler<Object, Object> typed = (RequestHandler<Object, Object>) handler;
            return (event, context) -> {
                Object response = typed.handleRequest(in.fromJson(new ByteArrayInputStream(event)), context);
                ByteArrayOutputStream json = new ByteArrayOutputStream();
                out.toJson(response, json);
                return json.toByteArray();
            };
        };
    }

    private static PojoSerializer<Object> serializer(Type type, Function<Class<?>, PojoSerializer<?>> events) {
        if (type instanceof Class<?> event && LambdaEventSerializers.isLambdaSupportedEvent(event.getName())) {
            @SuppressWarnings("unchecked") // of the class that was asked for
            PojoSerializer<Object> serializer = (PojoSerializer<Object>) events.apply(event);
            return serializer;
        }
        return JacksonFactory.getInstance().getSerializer(type);
    }
}
