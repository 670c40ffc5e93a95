import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.stripe.exception.SignatureVerificationException;
import com.stripe.net.Webhook.Signature;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Receives webhook deliveries: verifies them, responds at once, and processes them afterwards.
 *
 * <pre>
 *     with com.stripe:stripe-java, com.standardwebhooks:standardwebhooks and com.google.code.gson:gson on the class path:
 *     WEBHOOK_SECRETS=whsec_… PORT=8000 java -cp "lib/*" Receiver.java
 * </pre>
 *
 * WEBHOOK_SECRETS is the webhook's signing secret; during a rotation, both secrets, separated by a comma.
 */
public final class Receiver {

    private static final long FIVE_MINUTES = 300;

    private final List<String> secrets;
    private final ExecutorService work = Executors.newSingleThreadExecutor();

    /** In production: a table with a unique key on the event id, written together with the result of processing. */
    private final Set<String> seen = new HashSet<>();

    private Receiver(List<String> secrets) {
        this.secrets = secrets;
    }

    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8000"));
        Receiver receiver = new Receiver(List.of(System.getenv("WEBHOOK_SECRETS").split(",")));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", receiver::receive);
        server.start();
        System.out.println("listening on " + server.getAddress().getPort());
    }

    private void receive(HttpExchange exchange) throws IOException {
        // The body as it was received: JSON that was parsed and serialized again is not what was signed.
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Headers headers = exchange.getRequestHeaders();
        // Either check is enough; this example shows both.
        boolean right = serviceSignatureIsRight(body, headers) && webhookSignatureIsRight(body, headers);
        JsonObject event = right ? JsonParser.parseString(body).getAsJsonObject() : new JsonObject();
        boolean challenge = right && event.get("type").getAsString().equals("webhook.verification");
        if (challenge) {
            exchange.getResponseHeaders().set("Service-Challenge", event.get("challenge").getAsString());
        }
        exchange.sendResponseHeaders(right ? 204 : 400, -1);
        exchange.close();
        if (right && !challenge) {
            work.execute(() -> process(event));
        }
    }

    /** Service-Signature, with Stripe's library. */
    private boolean serviceSignatureIsRight(String body, Headers headers) {
        // For the library, an empty header is an invalid signature, and null is a programming error.
        String header = Objects.requireNonNullElse(headers.getFirst("Service-Signature"), "");
        for (String secret : secrets) {
            try {
                Signature.verifyHeader(body, header, secret, FIVE_MINUTES);
                return true;
            } catch (SignatureVerificationException wrong) {
                continue;
            }
        }
        return false;
    }

    /** webhook-id, webhook-timestamp and webhook-signature, with the library of Standard Webhooks. */
    private boolean webhookSignatureIsRight(String body, Headers headers) {
        for (String secret : secrets) {
            try {
                new Webhook(secret).verify(body, HttpHeaders.of(headers, (name, value) -> true));
                return true;
            } catch (WebhookVerificationException | EmptyWebhookSecretException wrong) {
                continue;
            }
        }
        return false;
    }

    private void process(JsonObject event) {
        String id = event.get("id").getAsString();
        if (!seen.add(id)) {
            System.out.println("seen before " + id);
            return;
        }
        System.out.println("processed " + id + " " + event.get("type").getAsString());
    }
}
