package com.scheduleevents.benchmark.speed;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.benchmark.speed.Reference.Pace;
import com.sun.management.OperatingSystemMXBean;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Work that never changes, with which a machine is compared. One unit resembles what an event costs from its request to its delivery, as {@code
 * ConsumptionTest} and the profile of the scenario {@code throughput} have it: {@value #EXCHANGES} exchanges over HTTP on the loopback
 * interface, each with JSON that is written and read on both sides (the request, the calls to DynamoDB and SQS, the attempt);
 * {@value #WRITES} rows written to a sorted table in memory and {@value #READS} read; two signatures with HMAC-SHA256; and a secret sealed and opened
 * with AES-GCM. It uses the JDK and Jackson alone and nothing of the service, so a change of the service leaves it as it is.
 */
final class ReferenceLoad implements AutoCloseable {

    private static final int EXCHANGES = 12;
    private static final int WRITES = 5;
    private static final int READS = 6;
    private static final int ROWS = 10_000;

    /** Units of a window of the warm-up, and of the time that counts. */
    private static final int WINDOW = 300;

    private static final int MEASURED = 1_500;
    private static final double BILLION = 1e9;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final byte[] KEY = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NONCE = Arrays.copyOf(KEY, 12);
    private static final int TAG_BITS = 128;

    private final ConcurrentSkipListMap<String, String> table = new ConcurrentSkipListMap<>();
    private final AtomicLong made = new AtomicLong();
    private final ExecutorService serving = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI url;

    ReferenceLoad() throws IOException {
        // Two segments of a response would otherwise wait for each other.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(serving);
        server.createContext("/", ReferenceLoad::respond);
        server.start();
        url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    /** Makes the load until it is warm, and then so often that it can be relied upon. */
    Pace pace(int threads) throws InterruptedException {
        WarmUp.of(WINDOW, () -> make(WINDOW, threads));
        long start = System.nanoTime();
        double processor = processorSeconds();
        make(MEASURED, threads);
        return new Pace(MEASURED * BILLION / (System.nanoTime() - start), (processorSeconds() - processor) / MEASURED);
    }

    private void make(int units, int threads) throws InterruptedException {
        List<Callable<Long>> parts = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int part = units * (i + 1) / threads - units * i / threads;
            parts.add(() -> {
                for (int unit = 0; unit < part; unit++) {
                    unit();
                }
                return made.get();
            });
        }
        try (ExecutorService makers = Executors.newFixedThreadPool(threads)) {
            for (Future<Long> part : makers.invokeAll(parts)) {
                part.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private void unit() throws IOException, InterruptedException, GeneralSecurityException {
        long number = made.getAndIncrement();
        ObjectNode event = JSON.createObjectNode()
                .put("id", "evt_" + number)
                .put("type", "appointment.cancelled")
                .put("clinic_id", "cln_harbour")
                .put("appointment_id", "apt_" + number)
                .put("provider_id", "prv_12ab34cd")
                .put("starts_at", "2030-03-15T14:30:00Z")
                .put("duration_minutes", 30)
                .put("recoverable", true)
                .put("cancelled_by", "patient");
        String text = JSON.writeValueAsString(event);
        for (int i = 0; i < EXCHANGES; i++) {
            exchange(event);
        }
        for (int i = 0; i < WRITES; i++) {
            table.put(key(number * WRITES + i), text);
        }
        for (int i = 0; i < READS; i++) {
            table.ceilingEntry(key(number * READS + i));
        }
        for (int i = 0; i < 2; i++) {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
            mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        }
        if (!Arrays.equals(KEY, aes(Cipher.DECRYPT_MODE, aes(Cipher.ENCRYPT_MODE, KEY)))) {
            throw new IllegalStateException("AES-GCM did not open what it sealed");
        }
    }

    private void exchange(ObjectNode event) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(event)))
                .build();
        String response = client.send(request, BodyHandlers.ofString()).body();
        if (!JSON.readTree(response).path("id").equals(event.path("id"))) {
            throw new IllegalStateException("the reference load got another event back: " + response);
        }
    }

    private static void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] response = JSON.writeValueAsBytes(JSON.readTree(exchange.getRequestBody()));
            exchange.sendResponseHeaders(200, response.length);
            exchange.getResponseBody().write(response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] aes(int mode, byte[] input) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(KEY, "AES"), new GCMParameterSpec(TAG_BITS, NONCE));
        return cipher.doFinal(input);
    }

    /** All keys in turn, far from each other. */
    private static String key(long number) {
        return "row-" + number * 7919 % ROWS;
    }

    private static double processorSeconds() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() / BILLION;
    }

    @Override
    public void close() {
        server.stop(0);
        serving.shutdownNow();
        client.close();
    }
}
