package com.scheduleevents.e2e;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Which cloud the tests of a class run on. Those that name the same share it; it stops when all tests are done. Their tag
 * tells them from the tests that need no deployment.
 */
@java.lang.annotation.Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RunningCloud.class)
@Tag("deployment")
public @interface RequiresCapability {

    SharedClouds value();
}
