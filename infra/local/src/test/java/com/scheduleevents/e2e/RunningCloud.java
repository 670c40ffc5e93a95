package com.scheduleevents.e2e;

import com.scheduleevents.local.LocalCloud;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the {@link Target} of their cloud, or the {@link LocalCloud} itself where they have to reach into it. */
final class RunningCloud implements ParameterResolver, AfterAllCallback {

    private static final Namespace CLOUDS = Namespace.create(RunningCloud.class);

    /** Closed by JUnit after the last test. */
    private record Running(LocalCloud cloud, SuitePermissions permissions) implements AutoCloseable {

        @Override
        public void close() {
            permissions.add(cloud.permissions());
            cloud.close();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        Class<?> type = parameter.getParameter().getType();
        return type == Target.class || type == LocalCloud.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        Cloud kind = test.getRequiredTestClass().getAnnotation(RunsOn.class).value();
        SuitePermissions permissions = permissions(test);
        LocalCloud cloud = store(test)
                .getOrComputeIfAbsent(kind, wanted -> new Running(wanted.start(), permissions), Running.class)
                .cloud();
        return parameter.getParameter().getType() == LocalCloud.class ? cloud : Target.of(cloud.description());
    }

    @Override
    public void afterAll(ExtensionContext testClass) {
        permissions(testClass).ran(testClass.getRequiredTestClass());
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
