package com.scheduleevents.e2e;

import com.scheduleevents.local.LocalCloud;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.AfterAllCallback;
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
 * Provides tests with the {@link Target} of their cloud, with its {@link StackAccess} for tables and queues, or with the
 * {@link LocalCloud} itself. Where the suite runs on a remote target, tests that it cannot serve are skipped.
 */
final class RunningCloud
        implements ParameterResolver,
                ExecutionCondition,
                BeforeEachCallback,
                AfterEachCallback,
                AfterAllCallback,
                TestWatcher {

    private static final Namespace CLOUDS = Namespace.create(RunningCloud.class);
    private static final Set<Class<?>> PARAMETERS = Set.of(Target.class, StackAccess.class, LocalCloud.class);

    /** Closed by JUnit after the last test, if not before. */
    private record Running(LocalCloud cloud, Target target, StackAccess stack, SuitePermissions permissions)
            implements AutoCloseable {

        @Override
        public void close() {
            permissions.add(cloud.permissions());
            stack.close();
            cloud.close();
        }
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext test) {
        RemoteTarget remote = RemoteTarget.configured();
        if (remote == RemoteTarget.NONE) {
            return ConditionEvaluationResult.enabled("the embedded cloud has every capability");
        }
        if (!remote.standsFor(kind(test))) {
            return ConditionEvaluationResult.disabled("It needs a cloud of its own: " + kind(test) + ".");
        }
        if (asksFor(LocalCloud.class, test)) {
            return ConditionEvaluationResult.disabled("It needs the embedded cloud itself.");
        }
        return asksFor(StackAccess.class, test) && !remote.hasStackAccess()
                ? ConditionEvaluationResult.disabled("It needs access to tables and queues.")
                : ConditionEvaluationResult.enabled("the target has the capability");
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
        RemoteTarget remote = RemoteTarget.configured();
        if (remote != RemoteTarget.NONE) {
            return type == StackAccess.class ? remote.stack(store(test)) : remote.target(store(test));
        }
        Running running = running(test);
        if (type == LocalCloud.class) {
            return running.cloud();
        }
        return type == StackAccess.class ? running.stack() : running.target();
    }

    private static Running running(ExtensionContext test) {
        SuitePermissions permissions = permissions(test);
        store(test).getOrComputeIfAbsent(SuiteLog.class, type -> new SuiteLog(permissions::allPassed), SuiteLog.class);
        return store(test).getOrComputeIfAbsent(kind(test), wanted -> start(wanted, permissions), Running.class);
    }

    /** Stops a cloud after the last class that selects it: its event sources and schedules are work for the machine. */
    @Override
    public void afterAll(ExtensionContext test) {
        if (RemoteTarget.configured() == RemoteTarget.NONE
                && store(test)
                        .getOrComputeIfAbsent(Remaining.class, type -> Remaining.all(), Remaining.class)
                        .isLast(test.getRequiredTestClass(), kind(test))) {
            @Nullable Running done = store(test).remove(kind(test), Running.class);
            if (done != null) {
                done.close();
            }
        }
    }

    /** The classes whose tests have not ended. */
    private record Remaining(Set<Class<?>> classes) {

        static Remaining all() {
            return new Remaining(new HashSet<>(SuitePermissions.classes()));
        }

        synchronized boolean isLast(Class<?> ended, SharedClouds kind) {
            classes.remove(ended);
            return classes.stream()
                    .noneMatch(
                            type -> type.getAnnotation(RequiresCapability.class).value() == kind);
        }
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
        report(test, SuitePermissions::passed);
    }

    @Override
    public void testFailed(ExtensionContext test, @Nullable Throwable cause) {
        report(test, SuitePermissions::failed);
    }

    @Override
    public void testAborted(ExtensionContext test, @Nullable Throwable cause) {
        report(test, SuitePermissions::failed);
    }

    private interface Outcome {
        void report(SuitePermissions permissions, Class<?> testClass, Method test);
    }

    private static void report(ExtensionContext test, Outcome outcome) {
        if (RemoteTarget.configured() == RemoteTarget.NONE) {
            outcome.report(permissions(test), test.getRequiredTestClass(), test.getRequiredTestMethod());
        }
    }

    /** Put into the store before any cloud, so that it is closed after all of them. */
    private static SuitePermissions permissions(ExtensionContext test) {
        return store(test)
                .getOrComputeIfAbsent(SuitePermissions.class, type -> new SuitePermissions(), SuitePermissions.class);
    }

    private static Store store(ExtensionContext test) {
        return test.getRoot().getStore(CLOUDS);
    }
}
