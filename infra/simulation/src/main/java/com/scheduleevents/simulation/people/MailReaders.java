package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.promises.Ledger;
import com.scheduleevents.simulation.promises.WatchedAddresses;
import com.scheduleevents.simulation.ses.SentMail;
import java.time.Duration;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.exception.SdkException;

/** Those who read the e-mails to the addresses of webhooks, the mail servers in front of them, and what SES publishes of both. */
final class MailReaders {

    private static final String DOMAIN = ".readers.net";
    private static final Pattern TOKEN = Pattern.compile("#confirm=(\\S+)");

    private static final Pattern UNSUBSCRIBING = Pattern.compile("/v1(/console/unsubscriptions\\S+)>");

    /** The longest that a reader leaves a link unread. */
    private static final Duration LAZIEST = Duration.ofHours(20);

    private static final Duration SLOWEST_SERVER = Duration.ofMinutes(10);

    /** What becomes of an e-mail depends on its address alone. */
    private enum Habit {
        /** Presses the button, sooner or later. */
        CONFIRMS,
        /** A scanner opens the link, and nobody presses the button. */
        SCANNED,
        /** There is no such mailbox. */
        BOUNCES,
        /** Presses the button, and reports the first e-mail that follows. */
        COMPLAINS,
        /** Presses the button, and has a mail program unsubscribe with the first e-mail that follows, or a later one. */
        UNSUBSCRIBES
    }

    private final SimulatedWorld world;
    private final WatchedAddresses addresses;
    private final SimulatedApiClient client;
    private final String queue;
    private final RandomGenerator random;

    MailReaders(SimulatedWorld world, SimulatedDeployment deployment, Ledger ledger) {
        this.world = world;
        this.addresses = ledger.addresses();
        this.client = new SimulatedApiClient(world, deployment.gateway(), ledger.histories()::answered, "none");
        this.queue = deployment.template().queue("MailQueue").url();
        this.random = world.streams().stream("mail readers");
    }

    /** From now on e-mails are read. */
    void readFromNowOn() {
        world.ses().watch(mail -> mail.to().forEach(address -> arrived(mail, address)));
    }

    /** The address of a webhook at that host, drawn from a stream of its own: the others of a seed stay as they were. */
    static String drawAddress(SimulatedWorld world, String host) {
        RandomGenerator random = world.streams().stream("address of " + host);
        Habit[] habits = Habit.values();
        int drawn = random.nextInt(habits.length + 1);
        return drawn == habits.length ? "" : host + "@" + habits[drawn].name().toLowerCase(Locale.ROOT) + DOMAIN;
    }

    private void arrived(SentMail mail, String address) {
        if (!address.endsWith(DOMAIN)) {
            return;
        }
        String name = address.substring(address.indexOf('@') + 1, address.length() - DOMAIN.length());
        Habit habit = Habit.valueOf(name.toUpperCase(Locale.ROOT));
        Matcher token = TOKEN.matcher(mail.text());
        boolean asks = token.find();
        switch (habit) {
            case BOUNCES -> comesBack(mail, address, "Bounce");
            case SCANNED ->
                after(Duration.ofSeconds(5), () -> {
                    client.get("/console");
                    client.get(unsubscribing(mail));
                });
            case CONFIRMS, COMPLAINS, UNSUBSCRIBES -> {
                if (asks) {
                    after(LAZIEST, () -> confirm(address, token.group(1)));
                } else if (habit == Habit.COMPLAINS) {
                    comesBack(mail, address, "Complaint");
                } else if (habit == Habit.UNSUBSCRIBES) {
                    after(LAZIEST, () -> unsubscribe(address, mail));
                }
            }
        }
    }

    private void after(Duration most, Runnable action) {
        Duration wait = Duration.ofMillis(random.nextLong(most.toMillis()));
        world.scheduler().spawn("mail reader", () -> {
            world.scheduler().sleep(wait);
            action.run();
        });
    }

    private void confirm(String address, String token) {
        addresses.confirms(address, world.scheduler().now());
        String body = JsonNodeFactory.instance.objectNode().put("token", token).toString();
        client.untilFinal(() -> client.post("/console/confirmations", body));
    }

    private void unsubscribe(String address, SentMail mail) {
        client.untilFinal(() -> client.post(unsubscribing(mail), "List-Unsubscribe=One-Click"));
        addresses.unsubscribed(address, world.scheduler().now());
    }

    /** The path and query of the link in the header. */
    private static String unsubscribing(SentMail mail) {
        Matcher link = UNSUBSCRIBING.matcher(mail.listUnsubscribe().orElse(""));
        if (!link.find()) {
            throw new IllegalStateException("an e-mail to the address of a webhook has no link that unsubscribes it");
        }
        return link.group(1);
    }

    /** SES says so at least once. */
    private void comesBack(SentMail mail, String address, String event) {
        String published = published(mail, address, event);
        for (int times = random.nextInt(4) == 0 ? 2 : 1; times > 0; times--) {
            after(SLOWEST_SERVER, () -> {
                publish(published);
                addresses.cameBack(address, world.scheduler().now());
            });
        }
    }

    /** SNS tries until the queue has it. */
    private void publish(String message) {
        while (true) {
            try {
                world.sqs().sendMessage(send -> send.queueUrl(queue).messageBody(message));
                return;
            } catch (SdkException failed) {
                world.scheduler().sleep(Duration.ofSeconds(20));
            }
        }
    }

    private static String published(SentMail mail, String address, String event) {
        ObjectNode record = JsonNodeFactory.instance.objectNode().put("eventType", event);
        if (event.equals("Bounce")) {
            record.putObject("bounce")
                    .put("bounceType", "Permanent")
                    .withArray("bouncedRecipients")
                    .addObject()
                    .put("emailAddress", address);
        } else {
            record.putObject("complaint")
                    .put("complaintFeedbackType", "abuse")
                    .withArray("complainedRecipients")
                    .addObject()
                    .put("emailAddress", address);
        }
        ObjectNode tags = record.putObject("mail").putObject("tags");
        mail.tags().forEach((name, value) -> tags.putArray(name).add(value));
        return JsonNodeFactory.instance
                .objectNode()
                .put("Type", "Notification")
                .put("Message", record.toString())
                .toString();
    }
}
