package com.scheduleevents.benchmark.cost;

import com.scheduleevents.cloud.template.FunctionSpec;
import com.scheduleevents.simulation.lambda.InvocationTotals;
import java.time.Duration;

/**
 * How long Lambda bills an invocation: the waits of the simulation, and the processor time of the code, which the simulation does not take.
 * The processor times are rounded from a profile of the embedded cloud: docs/decisions/metering.md.
 *
 * @param invocation milliseconds of a processor for an invocation as such
 * @param call milliseconds of a processor for a call of the AWS SDK, from the request to the parsed response
 * @param record milliseconds of a processor for a message, a change or a request, without the calls that it takes
 * @param attempt milliseconds of a processor for an HTTPS request to a receiver
 * @param lambdaToLocal how many times as long a whole processor of Lambda takes
 */
record LambdaTime(double invocation, double call, double record, double attempt, double lambdaToLocal) {

    /** AWS Lambda Developer Guide, "Configure Lambda function memory": this much memory comes with one processor. */
    private static final double MEGABYTES_OF_A_PROCESSOR = 1769;

    private static final double MEGABYTES_OF_A_GIGABYTE = 1024;

    /** Billed time is rounded up to a millisecond, which is half of one on average. */
    private static final double ROUNDING = 0.5;

    static final LambdaTime PROFILED = new LambdaTime(0.3, 1.0, 0.3, 0.8, 1.0);

    /**
     * What is billed. Up to one processor's worth, a function has a part of a processor, as large as its memory.
     *
     * @param calls of the AWS SDK
     * @param attempts HTTPS requests to receivers
     */
    double gigabyteSeconds(FunctionSpec function, InvocationTotals totals, long calls, long attempts) {
        double processor =
                (totals.invocations() * invocation + calls * call + totals.records() * record + attempts * attempt)
                        * lambdaToLocal;
        double part = Math.min(1, function.memoryMegabytes() / MEGABYTES_OF_A_PROCESSOR);
        double millis = millis(totals.waited()) + processor / part + totals.invocations() * ROUNDING;
        return millis / 1000 * function.memoryMegabytes() / MEGABYTES_OF_A_GIGABYTE;
    }

    private static double millis(Duration time) {
        return time.toNanos() / 1e6;
    }
}
