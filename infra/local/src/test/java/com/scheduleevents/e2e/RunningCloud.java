package com.scheduleevents.e2e;

import com.scheduleevents.local.LocalCloud;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the {@link Target} of their cloud, or the {@link LocalCloud} itself where they have to reach into it. */
final class RunningCloud implements ParameterResolver {

    private static final Namespace CLOUDS = Namespace.create(RunningCloud.class);

    /** Closed by JUnit after the last test. */
    private record Running(LocalCloud cloud) implements AutoCloseable {

        @Override
        public void close() {
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
        LocalCloud cloud = test.getRoot()
                .getStore(CLOUDS)
                .getOrComputeIfAbsent(kind, wanted -> new Running(wanted.start()), Running.class)
                .cloud();
        return parameter.getParameter().getType() == LocalCloud.class ? cloud : Target.of(cloud.description());
    }
}
