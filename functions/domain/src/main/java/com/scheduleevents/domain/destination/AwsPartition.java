package com.scheduleevents.domain.destination;

import java.util.Arrays;
import java.util.Optional;

/** A part of AWS whose accounts and regions are apart from those of the others. */
public enum AwsPartition {
    /** The regions that are open to everybody. */
    AWS("aws", "amazonaws.com"),
    /** The regions in China. */
    CHINA("aws-cn", "amazonaws.com.cn"),
    /** The regions of the government of the United States. */
    GOVERNMENT("aws-us-gov", "amazonaws.com");

    private static final String CHINESE = "cn-";
    private static final String GOVERNMENTAL = "us-gov-";

    private final String id;
    private final String domain;

    AwsPartition(String id, String domain) {
        this.id = id;
        this.domain = domain;
    }

    /** The name in ARNs. */
    public String id() {
        return id;
    }

    /** The domain of its endpoints. */
    public String domain() {
        return domain;
    }

    /** The partition of that name, if there is one. */
    static Optional<AwsPartition> named(String id) {
        return Arrays.stream(values())
                .filter(partition -> partition.id.equals(id))
                .findFirst();
    }

    /** The partition of a region. */
    static AwsPartition of(String region) {
        return region.startsWith(CHINESE) ? CHINA : region.startsWith(GOVERNMENTAL) ? GOVERNMENT : AWS;
    }
}
