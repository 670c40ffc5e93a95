package com.scheduleevents.local;

import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.RestApi;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.emulator.customer.CustomerAws;
import com.scheduleevents.emulator.gateway.RestGateway;
import com.scheduleevents.emulator.iam.PermissionReport;
import com.scheduleevents.emulator.iam.Permissions;
import com.scheduleevents.emulator.kms.KmsService;
import com.scheduleevents.emulator.lambda.FunctionHost;
import com.scheduleevents.emulator.lambda.FunctionJars;
import com.scheduleevents.emulator.lambda.FunctionLog;
import com.scheduleevents.emulator.lambda.HandlerFactory;
import com.scheduleevents.emulator.lambda.JarClasses;
import com.scheduleevents.emulator.lambda.LivingInstances;
import com.scheduleevents.emulator.proxy.CallCounter;
import com.scheduleevents.emulator.proxy.CallInterceptor;
import com.scheduleevents.emulator.proxy.FaultProxy;
import com.scheduleevents.emulator.proxy.PlannedFaults;
import com.scheduleevents.emulator.sources.RunningEventSources;
import com.scheduleevents.emulator.storage.LocalStorage;
import com.scheduleevents.emulator.storage.MemoryStorage;
import com.scheduleevents.emulator.storage.Storage;
import com.scheduleevents.local.mailbox.Mailbox;
import com.scheduleevents.local.receiver.DemoReceiver;
import com.scheduleevents.local.receiver.LocalAuthority;
import com.scheduleevents.operator.tenants.AccountAdmin;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Runs everything that template.yaml describes on this machine. */
public final class LocalCloud implements AutoCloseable {

    private final RunningServices services;
    private final CloudOptions options;
    private final FunctionLog log;
    private final PlannedFaults faults = new PlannedFaults();
    private final CallCounter tally = new CallCounter();
    private final Permissions permissions;
    private final List<CallInterceptor> interceptors;
    private final Storage storage;
    private final DeployedFunctions functions;
    private final CloudDescription description;
    private final Optional<RestApi> api;

    private LocalCloud(CloudOptions options, Consumer<String> watcher, JarClasses classes, RunningServices services)
            throws IOException {
        this.options = options;
        this.services = services;
        Files.createDirectories(options.output());
        if (options.data().isPresent()) {
            Files.createDirectories(options.data().get());
        }
        log = services.add(FunctionLog.open(options.output().resolve("local-cloud.log"), watcher));
        LocalAuthority authority = LocalAuthority.in(options.data());
        PseudoParameters pseudoParameters = PseudoParameters.local(
                URI.create("http://127.0.0.1:" + options.ports().sqs()));
        URI api = URI.create("http://127.0.0.1:" + options.ports().api());
        TemplateParameters declared = TemplateParameters.of(options);
        Map<String, String> parameters = declared.values(api.toString(), authority.caPem());
        Template written =
                Template.read(options.template(), parameters, pseudoParameters).stretched(options.timeStretch());
        Template template = options.consoleCode()
                .map(jar -> written.withCode(ConsoleLogo.FUNCTION, jar))
                .orElse(written);

        permissions = new Permissions(template, pseudoParameters);
        interceptors = List.of(tally, permissions, faults);

        // The slowest service starts in parallel to the others.
        CompletableFuture<Storage> starting = CompletableFuture.supplyAsync(() -> storage(pseudoParameters, template));
        services.add(() -> starting.join().close());
        // MailFeedbackTest holds template.yaml to lead what SES publishes to this queue.
        Mailbox mailbox =
                services.add(new Mailbox(options.data(), options.ports().mailbox(), feedback -> starting.join()
                        .sqs()
                        .sendMessage(send ->
                                send.queueUrl(template.queue("MailQueue").url()).messageBody(feedback))));
        DemoReceiver receiver = services.add(
                new DemoReceiver(authority, options.data(), options.ports().receiver()));
        storage = starting.join();
        storage.createTables(template.tables().values());
        storage.createQueues(template.queues().values());
        LivingInstances instances = new LivingInstances();
        CustomerAws customers = services.add(new CustomerAws(storage.sqsUrl(), Clock.systemUTC()));
        Map<String, String> variables = new HashMap<>(Map.of(
                "AWS_REGION", pseudoParameters.region(),
                "AWS_DEFAULT_REGION", pseudoParameters.region(),
                "AWS_ENDPOINT_URL_SES", proxied("ses", mailbox.url(), instances),
                "AWS_ENDPOINT_URL_STS", proxied("sts", customers.url(), instances),
                "CUSTOMER_AWS_ENDPOINT", customers.url().toString()));
        HandlerFactory handlers =
                switch (storage) {
                    case MemoryStorage memory -> new InProcessHandlers(memory, instances, interceptors);
                    case LocalStorage local -> {
                        KmsService keys =
                                services.add(new KmsService(template.keys().keySet(), options.data(), 0));
                        variables.put("AWS_ENDPOINT_URL_DYNAMODB", proxied("dynamodb", local.dynamoDbUrl(), instances));
                        variables.put("AWS_ENDPOINT_URL_SQS", proxied("sqs", local.sqsUrl(), instances));
                        variables.put("AWS_ENDPOINT_URL_KMS", proxied("kms", keys.url(), instances));
                        yield HandlerFactory.FROM_ENVIRONMENT;
                    }
                };
        functions = services.add(
                new DeployedFunctions(template, new FunctionJars(classes, log, handlers), variables, instances, log));
        DemoAccounts accounts = DemoAccounts.open(
                new AccountAdmin(
                        storage.dynamoDb(), template.table("AccountsTable").name()),
                options.data());
        services.add(RunningEventSources.start(
                template,
                functions.all(),
                storage,
                pseudoParameters.region(),
                options.data(),
                declared.periods(),
                options.returnsFailedBatches(),
                log));
        this.api = template.api();
        if (this.api.isPresent()) {
            services.add(gateway(this.api.get()));
        }
        description = new CloudDescription(
                api,
                accounts.demo().reveal(),
                accounts.other().reveal(),
                receiver.url(),
                mailbox.url(),
                written(authority.caPem()),
                storage.dynamoDbUrl(),
                storage.sqsUrl(),
                URI.create(template.queue("ChangesQueue").url()),
                resources(template),
                parameters.getOrDefault("Retention", declared.defaultOf("Retention")));
    }

    /**
     * Starts all services; they are ready when this returns.
     *
     * @param watcher gets one line for each failure of a function
     * @throws com.scheduleevents.cloud.template.TemplateProblem when the template is not supported
     */
    public static LocalCloud start(CloudOptions options, Consumer<String> watcher) throws IOException {
        RunningServices services = new RunningServices();
        return start(options, watcher, services.add(options.storage().classes()), services);
    }

    /**
     * Starts all services of one of several clouds of this JVM.
     *
     * @param classes the classes of the functions' jars, which all of them share, made by {@link StorageKind#classes}
     */
    public static LocalCloud start(CloudOptions options, Consumer<String> watcher, JarClasses classes)
            throws IOException {
        return start(options, watcher, classes, new RunningServices());
    }

    private static LocalCloud start(
            CloudOptions options, Consumer<String> watcher, JarClasses classes, RunningServices services)
            throws IOException {
        try {
            return new LocalCloud(options, watcher, classes, services);
        } catch (IOException | RuntimeException e) {
            services.close();
            throw e;
        }
    }

    private static Map<String, String> resources(Template template) {
        Map<String, String> resources = new HashMap<>();
        template.tables().forEach((id, table) -> resources.put(id, table.name()));
        template.queues().forEach((id, queue) -> resources.put(id, queue.url()));
        return resources;
    }

    private Storage storage(PseudoParameters pseudoParameters, Template template) {
        int port = options.ports().dynamoDb();
        try {
            return switch (options.storage()) {
                case LOCAL -> LocalStorage.start(port, pseudoParameters, options.data());
                case MEMORY ->
                    MemoryStorage.start(port, pseudoParameters, template.keys().values());
            };
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private String proxied(String service, URI upstream, LivingInstances instances) {
        return services.add(new FaultProxy(service, upstream, instances, interceptors))
                .url()
                .toString();
    }

    private RestGateway gateway(RestApi api) {
        return new RestGateway(api, functions::host, options.ports().api());
    }

    private Path written(String pem) throws IOException {
        Path file = options.output().resolve("local-authority.pem").toAbsolutePath();
        Files.writeString(file, pem);
        return file;
    }

    /** Starts each function of the API with a request, so that a client that is told of the API waits for none of them. */
    void warmUp() throws IOException {
        if (api.isPresent()) {
            new FirstRequests(URI.create(description.api() + "/" + api.get().stage()), description.apiKey())
                    .through(api.get());
        }
    }

    /** URLs, keys and everything else that a person or a test needs. */
    public CloudDescription description() {
        return description;
    }

    /** DynamoDB and SQS, with clients that have all permissions. */
    public Storage storage() {
        return storage;
    }

    /** Completed, with what failed, once the data directory cannot be written to; the process then has to end. */
    public CompletableFuture<String> unwritable() {
        return storage.unwritable();
    }

    /** The faults that a test plans. */
    public PlannedFaults faults() {
        return faults;
    }

    /** The numbers of calls of all functions. */
    public CallCounter tally() {
        return tally;
    }

    /** Which permissions of the functions' roles were used, and which calls were denied, so far. */
    public PermissionReport permissions() {
        return permissions.report();
    }

    /** The host of a function, by logical id. */
    public FunctionHost function(String id) {
        return functions.host(id);
    }

    @Override
    public void close() {
        services.close();
    }
}
