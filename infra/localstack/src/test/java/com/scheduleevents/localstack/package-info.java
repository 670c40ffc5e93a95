/** The service on LocalStack, deployed as to AWS. */
@org.jspecify.annotations.NullMarked
package com.scheduleevents.localstack;
