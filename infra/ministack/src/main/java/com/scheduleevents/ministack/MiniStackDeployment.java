package com.scheduleevents.ministack;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.emulator.template.Template;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The service, deployed to its own MiniStack. */
public final class MiniStackDeployment implements AutoCloseable {

    private final MiniStackProcess emulator;
    private final Map<String, String> resources;

    private MiniStackDeployment(MiniStackProcess emulator, Map<String, String> resources) {
        this.emulator = emulator;
        this.resources = resources;
    }

    /**
     * Starts MiniStack and deploys the service to it.
     *
     * @param template template.yaml; the functions' jars are relative to it, and infra/ministack
     * @param parameters values for the template's parameters
     * @param output directory for logs, packages and the derived template
     * @param port where the emulator listens on 127.0.0.1
     */
    public static MiniStackDeployment start(Path template, Map<String, String> parameters, Path output, int port)
            throws IOException {
        Path root = template.toAbsolutePath().resolveSibling("").normalize();
        Path absolute = Files.createDirectories(output.toAbsolutePath().normalize());
        RequiredTools tools = RequiredTools.in(root.resolve("infra/ministack"));
        Path derived = derive(template, root, absolute);
        MiniStackProcess emulator = MiniStackProcess.start(tools.ministack(), absolute, port);
        try {
            SamCli sam = new SamCli(tools.sam(), emulator.address(), absolute);
            sam.deploy(derived, parameters);
            MailSender.verify(
                    emulator.address(),
                    parameters.getOrDefault("MailFrom", Template.parameterDefault(template, "MailFrom")));
            return new MiniStackDeployment(emulator, sam.resources(derived));
        } catch (IOException | RuntimeException e) {
            emulator.close();
            throw e;
        }
    }

    private static Path derive(Path template, Path root, Path output) throws IOException {
        Path bootstrap = root.resolve("infra/ministack/bootstrap");
        ObjectNode derived = MiniStackTemplate.of(
                Template.declared(template), jar -> packaged(root.resolve(jar), bootstrap, output));
        Path file = output.resolve("ministack-template.json");
        new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(file.toFile(), derived);
        return file;
    }

    private static String packaged(Path jar, Path bootstrap, Path output) {
        String name = jar.getFileName().toString().replace(".jar", "");
        try {
            return FunctionPackages.write(
                            jar, bootstrap, output.resolve("packages").resolve(name))
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(jar + " cannot be packaged: build it with ./mvnw package.", e);
        }
    }

    /** The endpoint of all AWS services. */
    public URI services() {
        return emulator.address();
    }

    /** The base URL of the API, without the stage. */
    public URI api() {
        return emulator.address().resolve("/_aws/execute-api/" + resource("Api"));
    }

    /** The endpoint that lists the e-mails sent through SES at {@code /messages}. */
    public URI mailbox() {
        return emulator.address().resolve("/_ministack/ses");
    }

    /** The physical ids of the resources, by logical id; a queue's is its URL. */
    public Map<String, String> resources() {
        return resources;
    }

    /**
     * The physical id of a resource; a queue's is its URL.
     *
     * @param id its logical id
     */
    public String resource(String id) {
        String name = resources.get(id);
        if (name == null) {
            throw new IllegalArgumentException("The stack has no " + id + ".");
        }
        return name;
    }

    @Override
    public void close() {
        emulator.close();
    }
}
