/** This package tests template.yaml: alarms, versions, retention, parameters and the figures that the docs give. */
@NullMarked
package com.scheduleevents.template;

import org.jspecify.annotations.NullMarked;
