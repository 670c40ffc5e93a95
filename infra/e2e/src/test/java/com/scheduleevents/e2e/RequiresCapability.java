package com.scheduleevents.e2e;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Selects the cloud that the tests of a class run on. Classes that select the same cloud share it until all tests are done. The
 * tag distinguishes them from tests that need no deployment.
 */
@java.lang.annotation.Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RunningCloud.class)
@Tag("deployment")
public @interface RequiresCapability {

    SharedClouds value();
}
