package com.scheduleevents.emulator.storage;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.Terminated;
import org.elasticmq.server.ElasticMQServer;
import org.elasticmq.server.config.ElasticMQServerConfig;
import scala.Function0;

/** Runs ElasticMQ on a loopback port, with its messages in a database file if they must survive a restart. */
final class SqsLocal implements AutoCloseable {

    private final URI url;
    private final Function0<Terminated> stop;
    private final CompletableFuture<String> unwritable;

    private SqsLocal(URI url, Function0<Terminated> stop, CompletableFuture<String> unwritable) {
        this.url = url;
        this.stop = stop;
        this.unwritable = unwritable;
    }

    static SqsLocal start(int port, Optional<Path> directory, String region, String account) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("node-address.host", "127.0.0.1");
        settings.put("node-address.port", port);
        settings.put("rest-sqs.bind-hostname", "127.0.0.1");
        settings.put("rest-sqs.bind-port", port);
        // Otherwise each signature, which ElasticMQ does not look at, is parsed several times, because its syntax is
        // not the standard's.
        settings.put("pekko.http.parsing.modeled-header-parsing", false);
        settings.put("aws.region", region);
        settings.put("aws.accountId", account);
        Optional<String> database =
                directory.map(path -> path.toAbsolutePath().resolve("queues").toString());
        database.ifPresent(file -> {
            settings.put("messages-storage.enabled", true);
            settings.put("messages-storage.uri", WatchedFile.url(file));
        });
        Config config = ConfigFactory.parseMap(settings).withFallback(ConfigFactory.load());
        Function0<Terminated> stop = new ElasticMQServer(new ElasticMQServerConfig(config)).start();
        return new SqsLocal(
                URI.create("http://127.0.0.1:" + port),
                stop,
                database.map(WatchedFile::failure).orElseGet(CompletableFuture::new));
    }

    URI url() {
        return url;
    }

    /** What failed, once a message could not be stored; nothing that is sent from then on would survive a restart. */
    CompletableFuture<String> unwritable() {
        return unwritable;
    }

    @Override
    public void close() {
        stop.apply();
    }
}
