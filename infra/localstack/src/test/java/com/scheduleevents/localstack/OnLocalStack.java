package com.scheduleevents.localstack;

import cloud.localstack.docker.annotation.IBindMountProvider;
import cloud.localstack.docker.annotation.IEnvironmentVariableProvider;
import java.util.Map;

/** How LocalStack is started for tests: as infra/localstack/compose.yaml has it. */
final class OnLocalStack {

    private OnLocalStack() {}

    /** Functions run in containers of their own, so LocalStack needs Docker itself. */
    public static final class Mounts implements IBindMountProvider {

        @Override
        public Map<String, String> get() {
            return Map.of("/var/run/docker.sock", "/var/run/docker.sock");
        }
    }

    /**
     * The template asks for arm64; here functions run on whatever this machine has. The streams are those of DynamoDB Local itself, because
     * those of the other provider lack what BatchExecuteStatement inserts.
     */
    public static final class Variables implements IEnvironmentVariableProvider {

        @Override
        public Map<String, String> getEnvironmentVariables() {
            return Map.of(
                    "LAMBDA_IGNORE_ARCHITECTURE", "1",
                    "LAMBDA_RUNTIME_ENVIRONMENT_TIMEOUT", "60",
                    "PROVIDER_OVERRIDE_DYNAMODB", "v2",
                    "PROVIDER_OVERRIDE_DYNAMODBSTREAMS", "v2");
        }
    }
}
