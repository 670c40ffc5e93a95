package com.scheduleevents.cloud.dynamodb;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The capacity that requests to a table consumed, in the units that are billed (DynamoDB Developer Guide, "Read and write operations"). */
public final class TableConsumption {

    private static final double READ_UNIT = 4096;
    private static final double WRITE_UNIT = 1024;

    private double reads;
    private double writes;
    private double indexWrites;

    TableConsumption() {}

    /** Read units so far. */
    public double reads() {
        return reads;
    }

    /** Write units so far. */
    public double writes() {
        return writes;
    }

    /** Write units of its indexes so far. */
    public double indexWrites() {
        return indexWrites;
    }

    double read(long bytes, boolean consistent) {
        double units = Math.max(1, Math.ceil(bytes / READ_UNIT)) * (consistent ? 1 : 0.5);
        reads += units;
        return units;
    }

    double transactionalRead(long bytes) {
        return read(bytes, true) + read(bytes, true);
    }

    /** @param bytes of the larger of the item before and after */
    double write(long bytes) {
        double units = writeUnits(bytes);
        writes += units;
        return units;
    }

    /** What a write took in an index. */
    void indexWrite(double units) {
        indexWrites += units;
    }

    static double writeUnits(long bytes) {
        return Math.max(1, Math.ceil(bytes / WRITE_UNIT));
    }

    double transactionalWrite(long bytes) {
        return write(bytes) + write(bytes);
    }

    static long larger(Map<String, AttributeValue> one, Map<String, AttributeValue> other) {
        return Math.max(ItemSize.of(one), ItemSize.of(other));
    }
}
