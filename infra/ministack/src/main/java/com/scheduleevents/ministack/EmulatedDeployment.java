package com.scheduleevents.ministack;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cloud.template.Template;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The service, deployed to an emulator of its own. */
public final class EmulatedDeployment implements AutoCloseable {

    private final EmulatorProcess emulator;
    private final ForeignEmulator kind;
    private final Map<String, String> resources;

    private EmulatedDeployment(EmulatorProcess emulator, ForeignEmulator kind, Map<String, String> resources) {
        this.emulator = emulator;
        this.kind = kind;
        this.resources = resources;
    }

    /**
     * Starts an emulator and deploys the service to it.
     *
     * @param template template.yaml; the functions' jars are relative to it, and infra/ministack
     * @param parameters values for the template's parameters
     * @param output directory for logs, packages and the derived template
     * @param port where the emulator listens on 127.0.0.1
     */
    public static EmulatedDeployment start(
            ForeignEmulator kind, Path template, Map<String, String> parameters, Path output, int port)
            throws IOException {
        Path absolute = output.toAbsolutePath().normalize();
        Path own = kind == ForeignEmulator.MINISTACK ? derive(template, absolute) : template.toAbsolutePath();
        EmulatorProcess emulator = EmulatorProcess.start(kind, template, absolute, port);
        try {
            SamCli sam = new SamCli(RequiredTools.sam(root(template)), emulator.url(), absolute);
            sam.deploy(own, parameters);
            MailSender.verify(
                    emulator.url(),
                    parameters.getOrDefault("MailFrom", Template.parameterDefault(template, "MailFrom")));
            return new EmulatedDeployment(emulator, kind, sam.resources(own));
        } catch (IOException | RuntimeException e) {
            emulator.close();
            throw e;
        }
    }

    /**
     * Writes the template for MiniStack, and the packages of its functions.
     *
     * @param template template.yaml; the functions' jars are relative to it
     * @param output directory for both
     * @return the file of the template
     */
    public static Path derive(Path template, Path output) throws IOException {
        Files.createDirectories(output);
        Path root = root(template);
        Path bootstrap = root.resolve("infra/ministack/bootstrap");
        ObjectNode derived = MiniStackTemplate.of(
                Template.declared(template), jar -> packaged(root.resolve(jar), bootstrap, output));
        Path file = output.resolve("ministack-template.json");
        new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(file.toFile(), derived);
        return file;
    }

    /** The directory of template.yaml is the project's root. */
    static Path root(Path template) {
        return template.toAbsolutePath().resolveSibling("").normalize();
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
        return emulator.url();
    }

    /** The base URL of the API, without the stage. */
    public URI api() {
        return emulator.url().resolve("/_aws/execute-api/" + resource("Api"));
    }

    /** The URL at which the emulator lists the e-mails sent through SES. */
    public URI mails() {
        return emulator.url().resolve(kind.mails());
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
