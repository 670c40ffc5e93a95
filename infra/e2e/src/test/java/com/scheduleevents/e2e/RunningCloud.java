package com.scheduleevents.e2e;

import com.scheduleevents.local.LocalCloud;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * Gives tests the {@link Target} of their cloud, its {@link StackAccess} where they look behind the API, or the {@link LocalCloud}
 * itself where they have to reach into it. Where the suite runs against another target, those that it cannot serve are skipped.
 */
final class RunningCloud
        implements ParameterResolver, ExecutionCondition, BeforeEachCallback, AfterEachCallback, TestWatcher {

    private static final Namespace CLOUDS = Namespace.create(RunningCloud.class);
    private static final Set<Class<?>> PARAMETERS = Set.of(Target.class, StackAccess.class, LocalCloud.class);

    /** Closed by JUnit after the last test. */
    private record Running(LocalCloud cloud, Target target, StackAccess backstage, SuitePermissions permissions)
            implements AutoCloseable {

        @Override
        public void close() {
            permissions.add(cloud.permissions());
            backstage.close();
            cloud.close();
        }
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext test) {
        RemoteTarget elsewhere = RemoteTarget.configured();
        if (elsewhere == RemoteTarget.NOWHERE) {
            return ConditionEvaluationResult.enabled("the embedded cloud can do everything");
        }
        if (!elsewhere.standsFor(kind(test))) {
            return ConditionEvaluationResult.disabled("It needs a cloud of its own: " + kind(test) + ".");
        }
        if (asksFor(LocalCloud.class, test)) {
            return ConditionEvaluationResult.disabled("It reaches into the embedded cloud.");
        }
        return asksFor(StackAccess.class, test) && !elsewhere.hasBackstage()
                ? ConditionEvaluationResult.disabled("It reaches behind the API, into tables and queues.")
                : ConditionEvaluationResult.enabled("the target can do it");
    }

    private static Stream<Method> preparations(ExtensionContext test) {
        return Arrays.stream(test.getRequiredTestClass().getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(BeforeEach.class)
                        || method.isAnnotationPresent(AfterEach.class)
                        || method.isAnnotationPresent(BeforeAll.class));
    }

    private static boolean asksFor(Class<?> parameter, ExtensionContext test) {
        return Stream.concat(test.getTestMethod().stream(), preparations(test))
                .anyMatch(method -> List.of(method.getParameterTypes()).contains(parameter));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        Class<?> type = parameter.getParameter().getType();
        return PARAMETERS.contains(type);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        Class<?> type = parameter.getParameter().getType();
        RemoteTarget elsewhere = RemoteTarget.configured();
        if (elsewhere != RemoteTarget.NOWHERE) {
            return type == StackAccess.class ? elsewhere.backstage(store(test)) : elsewhere.target(store(test));
        }
        Running running = running(test);
        if (type == LocalCloud.class) {
            return running.cloud();
        }
        return type == StackAccess.class ? running.backstage() : running.target();
    }

    private static Running running(ExtensionContext test) {
        SuitePermissions permissions = permissions(test);
        store(test).getOrComputeIfAbsent(SuiteLog.class, type -> new SuiteLog(permissions::allPassed), SuiteLog.class);
        return store(test).getOrComputeIfAbsent(kind(test), wanted -> start(wanted, permissions), Running.class);
    }

    private static Running start(SharedClouds wanted, SuitePermissions permissions) {
        LocalCloud cloud = wanted.start();
        return new Running(cloud, Target.of(cloud.description()), new StackAccess(cloud.description()), permissions);
    }

    private static SharedClouds kind(ExtensionContext test) {
        return test.getRequiredTestClass()
                .getAnnotation(RequiresCapability.class)
                .value();
    }

    @Override
    public void beforeEach(ExtensionContext test) throws IOException {
        log(test).beforeEach(test);
    }

    @Override
    public void afterEach(ExtensionContext test) throws IOException {
        log(test).afterEach(test);
    }

    private static CloudLog log(ExtensionContext test) {
        return CloudLog.of(kind(test).directory());
    }

    @Override
    public void testSuccessful(ExtensionContext test) {
        told(test, SuitePermissions::passed);
    }

    @Override
    public void testFailed(ExtensionContext test, @Nullable Throwable cause) {
        told(test, SuitePermissions::failed);
    }

    @Override
    public void testAborted(ExtensionContext test, @Nullable Throwable cause) {
        told(test, SuitePermissions::failed);
    }

    private interface Outcome {
        void tell(SuitePermissions permissions, Class<?> testClass, Method test);
    }

    private static void told(ExtensionContext test, Outcome outcome) {
        if (RemoteTarget.configured() == RemoteTarget.NOWHERE) {
            outcome.tell(permissions(test), test.getRequiredTestClass(), test.getRequiredTestMethod());
        }
    }

    /** It is in the store before any cloud, and so is closed after all of them. */
    private static SuitePermissions permissions(ExtensionContext test) {
        return store(test)
                .getOrComputeIfAbsent(SuitePermissions.class, type -> new SuitePermissions(), SuitePermissions.class);
    }

    private static Store store(ExtensionContext test) {
        return test.getRoot().getStore(CLOUDS);
    }
}
