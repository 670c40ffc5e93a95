package com.scheduleevents.simulation.receivers;

import com.scheduleevents.cloud.requests.KnownFields;
import com.scheduleevents.cloud.time.Scheduler;
import com.scheduleevents.simulation.SimulatedWorld;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.awscore.AwsRequest;
import software.amazon.awssdk.core.RequestOverrideConfiguration;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.model.AssumeRoleRequest;
import software.amazon.awssdk.services.sts.model.AssumeRoleResponse;
import software.amazon.awssdk.services.sts.model.StsException;

/**
 * STS for the tasks of a simulated world, and the roles by which customers let the service send to their queues and event buses. A session lasts an hour, as AWS
 * has it, unless its owner ends it.
 */
public final class SimulatedSts implements StsClient {

    private static final KnownFields ASSUME = KnownFields.of("RoleArn", "RoleSessionName", "ExternalId", "Policy");
    private static final Duration LIFETIME = Duration.ofHours(1);
    private static final int FORBIDDEN = 403;
    private static final int UNAVAILABLE = 503;

    private final Scheduler scheduler;
    private final RandomGenerator random;
    private final CrashPoint calls;
    private final Map<String, Role> roles = new HashMap<>();
    private final Map<String, RoleSession> sessions = new HashMap<>();
    private final Set<String> ended = new HashSet<>();

    SimulatedSts(SimulatedWorld world) {
        this.scheduler = world.scheduler();
        this.random = world.streams().stream("sts");
        this.calls = new CrashPoint(world, "sts", "assumeRole");
    }

    /**
     * A role.
     *
     * @param receiver the one that it lets the service send to, which may bar the service
     * @param trusted the external id that it asks for; empty for a role that asks for none
     */
    private record Role(SimulatedReceiver receiver, Optional<String> trusted) {

        boolean lets(String externalId) {
            return !receiver.isBarred()
                    && trusted.filter(id -> !id.equals(externalId)).isEmpty();
        }
    }

    /**
     * A customer makes a role.
     *
     * @param trusted the external id that it asks for; empty for a role that asks for none, as careless customers make it
     */
    public void addRole(String arn, SimulatedReceiver receiver, Optional<String> trusted) {
        roles.put(arn, new Role(receiver, trusted));
    }

    @Override
    public AssumeRoleResponse assumeRole(AssumeRoleRequest request) {
        ASSUME.require(request);
        calls.before();
        if (calls.isRefused()) {
            throw outage(request);
        }
        scheduler.sleep(Duration.ofMillis(random.nextInt(5, 200)));
        calls.after();
        String externalId = Objects.requireNonNullElse(request.externalId(), "");
        Role role = roles.get(request.roleArn());
        if (role == null || !role.lets(externalId)) {
            throw failed(FORBIDDEN);
        }
        String key = "ASIA" + sessions.size();
        RoleSession session = new RoleSession(
                externalId,
                Objects.requireNonNullElse(request.policy(), ""),
                scheduler.now().plus(LIFETIME));
        sessions.put(key, session);
        return AssumeRoleResponse.builder()
                .credentials(given -> given.accessKeyId(key)
                        .secretAccessKey("secret")
                        .sessionToken(key)
                        .expiration(session.until()))
                .build();
    }

    /** Half of the calls hang instead of failing at once. */
    private SdkException outage(AssumeRoleRequest request) {
        return random.nextBoolean() ? failed(UNAVAILABLE) : timedOut(request, Duration.ZERO);
    }

    /**
     * Lets the current task wait until its client gives up a call.
     *
     * @param waited for how long it has waited already
     */
    SdkException timedOut(AwsRequest request, Duration waited) {
        Duration timeout = timeout(request);
        scheduler.sleep(timeout.minus(waited));
        return ApiCallTimeoutException.create(timeout.toMillis());
    }

    /** How long the client waits for the response to a call. */
    static Duration timeout(AwsRequest request) {
        return request.overrideConfiguration()
                .flatMap(RequestOverrideConfiguration::apiCallTimeout)
                .orElseThrow();
    }

    private static SdkException failed(int status) {
        return StsException.builder()
                .message("The role cannot be assumed.")
                .statusCode(status)
                .build();
    }

    /** The session of an access key, whether or not it has ended. */
    RoleSession session(String key) {
        return Objects.requireNonNull(sessions.get(key));
    }

    /** Whether a session lasts. */
    boolean lasts(String key) {
        return !ended.contains(key) && scheduler.now().isBefore(session(key).until());
    }

    /** The owner of its role ends a session before its time. */
    void end(String key) {
        ended.add(key);
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {}
}
