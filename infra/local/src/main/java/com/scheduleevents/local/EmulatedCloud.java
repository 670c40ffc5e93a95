package com.scheduleevents.local;

import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.emulator.storage.Storage;
import com.scheduleevents.local.mailbox.EmulatorMailbox;
import com.scheduleevents.local.receiver.DemoReceiver;
import com.scheduleevents.local.receiver.LocalAuthority;
import com.scheduleevents.ministack.EmulatedDeployment;
import com.scheduleevents.ministack.ForeignEmulator;
import com.scheduleevents.operator.tenants.AccountAdmin;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The service on an emulator that others wrote, with a demo receiver beside it. */
public final class EmulatedCloud implements AutoCloseable {

    private final RunningServices services;
    private final CloudDescription description;

    private EmulatedCloud(ForeignEmulator kind, CloudOptions options, RunningServices services) throws IOException {
        this.services = services;
        Files.createDirectories(options.output());
        LocalAuthority authority = LocalAuthority.in(Optional.empty());
        Path pem = Files.writeString(
                options.output().resolve("local-authority.pem").toAbsolutePath(), authority.caPem());
        DemoReceiver receiver = services.add(
                new DemoReceiver(authority, Optional.empty(), options.ports().receiver()));
        Map<String, String> parameters =
                new HashMap<>(TemplateParameters.of(options).values("", authority.caPem()));
        parameters.put("ProtectData", "false");
        EmulatedDeployment deployment = services.add(EmulatedDeployment.start(
                kind,
                options.template(),
                parameters,
                options.output(),
                options.ports().api()));
        DynamoDbClient dynamoDb = services.add(Storage.dynamoDbAt(deployment.services()));
        DemoAccounts accounts =
                DemoAccounts.open(new AccountAdmin(dynamoDb, deployment.resource("AccountsTable")), Optional.empty());
        description = new CloudDescription(
                deployment.api(),
                accounts.demo().reveal(),
                accounts.other().reveal(),
                receiver.url(),
                services.add(new EmulatorMailbox(
                                deployment.mails(), options.ports().mailbox()))
                        .url(),
                pem,
                deployment.services(),
                deployment.services(),
                URI.create(deployment.resource("ChangesQueue")),
                deployment.resources(),
                options.parameters()
                        .getOrDefault("Retention", Template.parameterDefault(options.template(), "Retention")));
    }

    /**
     * Starts the emulator, deploys the service to it, and opens the demo accounts.
     *
     * @param options its data directory is ignored
     * @throws IllegalStateException when the emulator or SAM is missing or fails
     */
    public static EmulatedCloud start(ForeignEmulator kind, CloudOptions options) throws IOException {
        RunningServices services = new RunningServices();
        try {
            return new EmulatedCloud(kind, options, services);
        } catch (IOException | RuntimeException e) {
            services.close();
            throw e;
        }
    }

    /** URLs, keys and everything else that a person or a test needs. */
    public CloudDescription description() {
        return description;
    }

    @Override
    public void close() {
        services.close();
    }
}
