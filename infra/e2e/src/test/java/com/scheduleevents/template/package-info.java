/** What template.yaml declares, held to what the code and the runbook say of it. */
@NullMarked
package com.scheduleevents.template;

import org.jspecify.annotations.NullMarked;
