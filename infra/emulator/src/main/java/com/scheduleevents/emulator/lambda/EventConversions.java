package com.scheduleevents.emulator.lambda;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Converts JSON for the handlers of one jar, with the library of Lambda's runtime. The library looks up the classes of messages and
 * records by name and keeps them, because a runtime runs one jar; so each jar has the classes of the library for itself. With those of
 * another jar, fields such as {@code eventSourceARN} would be missing.
 */
final class EventConversions {

    private final ClassLoader jar;
    private final ClassLoader library = new LibraryClasses();
    private final Map<Class<?>, Function<RequestHandler<?, ?>, ByteHandler>> made = new HashMap<>();

    /** @param jar loads the classes of the jar */
    EventConversions(ClassLoader jar) {
        this.jar = jar;
    }

    /** The conversion of a class of handlers, made once: the library reads the structure of its events each time. */
    synchronized ByteHandler of(RequestHandler<?, ?> handler) {
        return made.computeIfAbsent(handler.getClass(), type -> ByteHandler.ofTypes(type, this::serializer))
                .apply(handler);
    }

    private PojoSerializer<?> serializer(Class<?> event) {
        try {
            return (PojoSerializer<?>) Class.forName(LambdaEventSerializers.class.getName(), true, library)
                    .getMethod("serializerFor", Class.class, ClassLoader.class)
                    .invoke(null, event, jar);
        } catch (ClassNotFoundException | NoSuchMethodException | IllegalAccessException e) {
            throw new LinkageError("aws-lambda-java-serialization has changed: adapt EventConversions.", e);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException(event.getName() + " cannot be read from JSON.", e.getCause());
        }
    }

    /** The classes of the library anew, except the interface that this class calls. */
    private static final class LibraryClasses extends ClassLoader {

        private static final String PACKAGE = PojoSerializer.class.getPackageName() + ".";

        LibraryClasses() {
            super(EventConversions.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(PACKAGE) || name.equals(PojoSerializer.class.getName())) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try (InputStream code = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (code == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = code.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
