package com.scheduleevents.local;

import com.scheduleevents.cloud.template.TemplateProblem;
import com.scheduleevents.ministack.ForeignEmulator;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** The command that starts the local cloud: {@code ./mvnw -q -Plocal} in the project's root. */
public final class Main {

    /** Enough for an orderly shutdown, but not too long after Ctrl-C. */
    private static final Duration LONGEST_STOP = Duration.ofMillis(2500);

    private static final String EMBEDDED = "embedded";

    private Main() {}

    /**
     * Runs until it is stopped. Settings are system properties: {@code project} (the root; default: here), {@code cloud}
     * ({@code ministack}, {@code localstack}, or by default the embedded one), {@code port}, {@code storage} ({@code local} or {@code memory}; default: memory, unless there is {@code data}), {@code data}, {@code trust}, {@code retry.window}, {@code hold.back}, {@code brand.name}, {@code brand.colour}, {@code brand.logo} (for the embedded cloud), {@code stop.with.parent} (when the process that started it ends).
     */
    public static void main(String[] arguments) {
        PrintStream console = System.out;
        try {
            run(console);
        } catch (TemplateProblem | IllegalStateException | IllegalArgumentException | IOException e) {
            console.println(e.getMessage());
            halt(1);
        } catch (com.scheduleevents.emulator.http.PortOccupied | UncheckedIOException e) {
            console.println(e.getMessage());
            halt(1);
        } catch (RuntimeException | Error e) {
            e.printStackTrace();
            console.println("It did not start: " + e.getMessage() + ". The file target/local-cloud.out says more.");
            halt(1);
        }
    }

    private static void run(PrintStream console) throws IOException {
        Path root = Path.of(setting("project").orElse("")).toAbsolutePath();
        Path target = root.resolve("target");
        try (FileChannel lock = locked(target.resolve("local-cloud.lock"))) {
            run(console, options(root, target), target);
            awaitForever(lock);
        }
    }

    private static void run(PrintStream console, CloudOptions options, Path target) throws IOException {
        Path json = target.resolve("local-cloud.json");
        Files.deleteIfExists(json);
        redirectOutput(target);
        console.println(starting());
        Running cloud = start(options, console);
        stopOnSignal(cloud.cloud(), json);
        if (Boolean.getBoolean("stop.with.parent")) {
            ProcessHandle.current().parent().ifPresent(Main::stopAfter);
        }
        cloud.description().writeTo(json);
        console.println(cloud.description().banner());
    }

    private record Running(AutoCloseable cloud, CloudDescription description) {}

    /**
     * Refuses to run beside another cloud of the same checkout, which would take its files. The lock ends with the process.
     *
     * @throws IllegalStateException when there is one
     */
    private static FileChannel locked(Path file) throws IOException {
        Files.createDirectories(file.resolveSibling(""));
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.tryLock() == null) {
            throw new IllegalStateException(
                    "A local cloud of this checkout is running already. End it first, or start this one in another clone.");
        }
        return channel;
    }

    private static String starting() {
        return setting("cloud")
                .filter(kind -> !kind.equals(EMBEDDED))
                .map(kind -> "Starting " + kind + " and deploying to it, two to four minutes")
                .orElse("Starting, some ten seconds");
    }

    private static Running start(CloudOptions options, PrintStream console) throws IOException {
        String kind = setting("cloud").orElse(EMBEDDED);
        return switch (kind) {
            case EMBEDDED -> {
                RepeatedFailures failures = new RepeatedFailures();
                LocalCloud cloud = LocalCloud.start(
                        options, failure -> failures.line(failure).ifPresent(console::println));
                var unused = cloud.unwritable().thenAccept(failure -> {
                    console.println("The data directory cannot be written to (" + failure
                            + "). Make room, then start again: nothing that was accepted is lost.");
                    halt(1);
                });
                cloud.warmUp();
                yield new Running(cloud, cloud.description());
            }
            case "ministack", "localstack" -> {
                EmulatedCloud cloud =
                        EmulatedCloud.start(ForeignEmulator.valueOf(kind.toUpperCase(Locale.ROOT)), options);
                yield new Running(cloud, cloud.description());
            }
            default ->
                throw new IllegalArgumentException(
                        "-Dcloud=" + kind + " is unknown: choose embedded, ministack or localstack.");
        };
    }

    /** Redirects the output of functions and services to a file, and keeps the console for messages to the user. */
    private static void redirectOutput(Path target) throws IOException {
        Files.createDirectories(target);
        PrintStream file =
                new PrintStream(Files.newOutputStream(target.resolve("local-cloud.out")), true, StandardCharsets.UTF_8);
        System.setOut(file);
        System.setErr(file);
    }

    private static CloudOptions options(Path root, Path target) throws IOException {
        Optional<ConsoleLogo> logo = logo(root, target);
        return new CloudOptions(
                root.resolve("template.yaml"),
                LoopbackPorts.from(port(setting("port").orElse("8080"))),
                setting("storage").map(StorageKind::named).orElseGet(Main::storage),
                setting("data").map(root::resolve),
                target,
                setting("trust").map(root::resolve),
                setting("retry.window").map(RetryCompression::duration),
                1,
                false,
                parameters(logo),
                logo.map(ConsoleLogo::jar));
    }

    private static Optional<ConsoleLogo> logo(Path root, Path target) throws IOException {
        Optional<Path> file = setting("brand.logo").map(root::resolve);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        if (!isEmbedded(setting("cloud"))) {
            throw new IllegalArgumentException(
                    "-Dbrand.logo is for the embedded cloud; elsewhere, deploy with ./deploy --logo.");
        }
        return Optional.of(ConsoleLogo.pack(root, file.get(), target.resolve("local-console.jar")));
    }

    private static boolean isEmbedded(Optional<String> cloud) {
        return cloud.filter(kind -> !kind.equals(EMBEDDED)).isEmpty();
    }

    /** Values of template parameters; the embedded cloud refuses an invalid one as CloudFormation does. */
    private static Map<String, String> parameters(Optional<ConsoleLogo> logo) {
        Map<String, String> values =
                new HashMap<>(setting("hold.back").map(Main::heldBack).orElse(Map.of()));
        setting("brand.name").ifPresent(name -> values.put("BrandName", name));
        setting("brand.colour").ifPresent(colour -> values.put("BrandColour", colour));
        logo.ifPresent(packed -> values.put(ConsoleLogo.PARAMETER, packed.hash()));
        return Map.copyOf(values);
    }

    /** The faster one, unless data are to be kept. */
    private static StorageKind storage() {
        return setting("data").isPresent() ? StorageKind.LOCAL : StorageKind.MEMORY;
    }

    private static Map<String, String> heldBack(String time) {
        String duration = RetryCompression.duration(time).toString();
        return Map.of("FeedHoldBack", duration, "ClinicFeedHoldBack", duration);
    }

    /** A setting that is not given is an empty string. */
    private static Optional<String> setting(String name) {
        return Optional.ofNullable(System.getProperty(name)).filter(value -> !value.isBlank());
    }

    private static int port(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("-Dport=" + text + " is no number.", e);
        }
    }

    private static void stopOnSignal(AutoCloseable cloud, Path json) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            Thread.ofPlatform().daemon().start(() -> {
                sleep(LONGEST_STOP);
                Runtime.getRuntime().halt(130);
            });
            deleted(json);
            stop(cloud);
        }));
    }

    private static void stop(AutoCloseable cloud) {
        try {
            cloud.close();
        } catch (Exception e) {
            System.getLogger(Main.class.getName()).log(System.Logger.Level.WARNING, "It did not stop cleanly.", e);
        }
    }

    private static void deleted(Path json) {
        try {
            Files.deleteIfExists(json);
        } catch (IOException e) {
            System.getLogger(Main.class.getName()).log(System.Logger.Level.WARNING, json + " was left behind.", e);
        }
    }

    private static void stopAfter(ProcessHandle parent) {
        Thread.ofPlatform().daemon().start(() -> {
            parent.onExit().join();
            System.exit(0);
        });
    }

    /** @param lock must not be collected, which would end it */
    private static void awaitForever(FileChannel lock) {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            Reference.reachabilityFence(lock);
        }
    }

    private static void sleep(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Services that have started may have threads that keep the process alive. */
    private static void halt(int status) {
        Runtime.getRuntime().halt(status);
    }
}
