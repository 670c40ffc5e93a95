package com.scheduleevents.e2e;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Selects the tests that open the console in the browser of the machine; where there is none they are skipped. A browser belongs to one
 * thread at a time, so that a class has one instance, whose tests run one after the other. Two classes run beside each other, in the
 * same account; the others wait for them, so that all of them begin first.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(InstalledBrowser.class)
@Order(SharedClouds.FIRST)
@interface RequiresBrowser {}
