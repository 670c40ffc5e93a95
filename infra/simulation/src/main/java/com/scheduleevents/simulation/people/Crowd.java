package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.simulation.Pace;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.promises.FeedFilter;
import com.scheduleevents.simulation.promises.FinalChecks;
import com.scheduleevents.simulation.promises.FinalState;
import com.scheduleevents.simulation.promises.Ledger;
import com.scheduleevents.simulation.promises.PromptnessChecks;
import com.scheduleevents.simulation.promises.WatchedWebhook;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import com.scheduleevents.simulation.receivers.SimulatedReceiver;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** All people of a run, drawn from its seed: tenants with webhooks, producers and readers, and an operator. */
public final class Crowd {

    private static final Duration BETWEEN_EVENTS = Duration.ofHours(1);
    private static final Duration BETWEEN_BURSTS = Duration.ofDays(2);
    private static final Duration BETWEEN_BURSTS_TOGETHER = Duration.ofSeconds(5);
    private static final Duration BETWEEN_IMPORTS = Duration.ofHours(8);
    private static final Duration BETWEEN_WALKS = Duration.ofHours(9);
    private static final Duration BETWEEN_CARES = Duration.ofHours(10);
    private static final Duration BETWEEN_COMMANDS = Duration.ofHours(6);
    private static final Duration BETWEEN_EDITS = Duration.ofHours(2);
    private static final Duration BETWEEN_PROVISIONS = Duration.ofHours(16);
    private static final Duration BETWEEN_KEYS = Duration.ofHours(2);
    private static final Duration BETWEEN_PULLS = Duration.ofMinutes(40);
    private static final int TENANTS = 2;
    private static final int MOST_CLINICS = 4;
    private static final int MOST_WEBHOOKS = 4;

    /** One receiver of so many is weak. */
    private static final int ONE_IS_WEAK = 8;

    /**
     * Weak ones are drawn from a stream of their own, and of those that refuse each event there are none: the others of a seed stay as they
     * were.
     */
    private static final List<ReceiverCharacter> CHARACTERS = Stream.of(ReceiverCharacter.values())
            .filter(character -> character != ReceiverCharacter.BREAKS_DOWN_UNDER_LOAD
                    && character != ReceiverCharacter.TAKES_THE_FOURTH_ATTEMPT)
            .toList();

    private final SimulatedWorld world;
    private final Pace pace;
    private final SimulatedDeployment deployment;
    private final SimulatedInternet internet;
    private final Ledger ledger;
    private final SimulatedOperator operator;
    private final RandomGenerator random;
    private final RandomGenerator weaknesses;
    private final List<SimulatedTenant> tenants = new ArrayList<>();
    private final Map<WatchedWebhook, WebhookOwner> owners = new LinkedHashMap<>();
    private final List<PullConsumer> consumers = new ArrayList<>();
    private final List<EventProducer> producers = new ArrayList<>();
    private final List<WebhookEditor> editors = new ArrayList<>();
    private final List<ApiKeyHolder> keyHolders = new ArrayList<>();

    /** Nobody yet. */
    public Crowd(
            SimulatedWorld world,
            Pace pace,
            SimulatedDeployment deployment,
            SimulatedInternet internet,
            Ledger ledger) {
        this.world = world;
        this.pace = pace;
        this.deployment = deployment;
        this.internet = internet;
        this.ledger = ledger;
        this.operator = new SimulatedOperator(world, deployment, ledger.histories()::answered, ledger::redriven);
        this.random = world.streams().stream("crowd");
        this.weaknesses = world.streams().stream("weak receivers");
        new MailReaders(world, deployment, ledger).readFromNowOn();
    }

    /** Opens the accounts and registers the webhooks; called by a task. */
    public void settle() {
        String changes = deployment.template().queue("ChangesQueue").url();
        for (int number = 1; number <= TENANTS; number++) {
            Instant asked = world.scheduler().now();
            SimulatedTenant tenant = operator.open("tenant" + number, random.nextInt(1, MOST_CLINICS + 1));
            for (SimulatedKey key : List.of(tenant.wide(), tenant.narrow())) {
                ledger.add(tenant.confirmed(
                        key.id().value(),
                        "api_key.issued",
                        asked,
                        world.scheduler().now()));
            }
            tenants.add(tenant);
            ledger.open(tenant.account().value(), tenant.email());
            EventProducer producer = new EventProducer(world, ledger, tenant, changes, pace.between(BETWEEN_EVENTS));
            producers.add(producer);
            for (int webhook = random.nextInt(1, MOST_WEBHOOKS + 1); webhook > 0; webhook--) {
                settle(tenant, producer, "wh-" + number + "-" + webhook, false, character());
            }
            WatchedWebhook pulled = settle(tenant, producer, "pulled-" + number, true, ReceiverCharacter.HEALTHY);
            consumers.add(new PullConsumer(world, ledger, tenant, pulled, "a"));
            consumers.add(new PullConsumer(world, ledger, tenant, pulled, "b"));
            registerForReports(tenant, "operations-" + number + ".receivers.net");
            registerForEditors(tenant, "edited-" + number);
            keyHolders.add(new ApiKeyHolder(world, deployment, ledger, tenant));
        }
    }

    private WatchedWebhook settle(
            SimulatedTenant tenant, EventProducer producer, String name, boolean pulled, ReceiverCharacter character) {
        WebhookOwner owner = new WebhookOwner(world, internet, ledger, tenant, producer, name, pulled);
        WatchedWebhook webhook = owner.register(character)
                .orElseThrow(() -> new IllegalStateException("the registration of " + name + " was refused"));
        owners.put(webhook, owner);
        return webhook;
    }

    private ReceiverCharacter character() {
        ReceiverCharacter drawn = CHARACTERS.get(random.nextInt(CHARACTERS.size()));
        return weaknesses.nextInt(ONE_IS_WEAK) == 0 ? ReceiverCharacter.BREAKS_DOWN_UNDER_LOAD : drawn;
    }

    /** Registers a thin webhook that gets the operational events of the whole account, which are whole, and that nobody changes. */
    private void registerForReports(SimulatedTenant tenant, String host) {
        internet.add(host, ReceiverCharacter.HEALTHY);
        String url = "https://" + host + "/events";
        ledger.expectReportsAt(url, tenant.account().value());
        String body = "{\"url\":\"" + url + "\",\"types\":[\"webhook.disabled\",\"webhook.failing\","
                + "\"webhook.recovered\",\"webhook.slow\"],\"payload\":\"thin\"}";
        registered(tenant, host, body);
    }

    /** Registers a webhook that gets nothing, because nobody records such events, and that is edited. */
    private void registerForEditors(SimulatedTenant tenant, String name) {
        String host = name + ".receivers.net";
        internet.add(host, ReceiverCharacter.HEALTHY);
        String body = "{\"url\":\"https://" + host + "/events\",\"types\":[\"offer.expired\"]}";
        String id = registered(tenant, host, body).path("id").asText();
        for (String letter : List.of("a", "b", "c")) {
            editors.add(new WebhookEditor(
                    world, ledger.histories(), tenant.client(), id, "editor " + letter + " of " + name));
        }
    }

    private static JsonNode registered(SimulatedTenant tenant, String host, String body) {
        SimulatedApiResponse response = tenant.client()
                .untilFinal(() -> tenant.client().call("POST", "/webhooks", body, Optional.of("register-" + host)));
        if (!response.succeeded()) {
            throw new IllegalStateException("a registration was refused: " + response);
        }
        return response.json();
    }

    /**
     * Everybody goes about their business until that time.
     *
     * @param absent the names of those who do not
     * @return the names of those who do
     */
    public List<String> workUntil(Instant end, Set<String> absent) {
        Map<String, Runnable> people = new LinkedHashMap<>();
        RandomGenerator imports = world.streams().stream("imports");
        for (EventProducer producer : producers) {
            String name = producer.account();
            people.put("producer of " + name, () -> producer.workUntil(end));
            people.put("bursts of " + name, () -> producer.burstUntil(end, pace.between(BETWEEN_BURSTS)));
            if (imports.nextBoolean()) {
                people.put("imports of " + name, () -> producer.importUntil(end, pace.between(BETWEEN_IMPORTS)));
            }
        }
        for (SimulatedTenant tenant : tenants) {
            WebhookProvisioner provisioner = new WebhookProvisioner(world, ledger.externalIds(), tenant);
            people.put(provisioner.name(), () -> provisioner.workUntil(end, pace.between(BETWEEN_PROVISIONS)));
            for (SimulatedKey key : List.of(tenant.wide(), tenant.narrow())) {
                FeedVisitor reader = new FeedVisitor(world, ledger, tenant, key);
                people.put(reader.name(), () -> reader.walkUntil(end, pace.between(BETWEEN_WALKS)));
            }
        }
        owners.forEach((webhook, owner) -> people.put(
                "owner of " + webhook.id(),
                () -> owner.careUntil(end, webhook, pace.between(BETWEEN_CARES), this::character)));
        consumers.forEach(
                consumer -> people.put(consumer.name(), () -> consumer.workUntil(end, pace.between(BETWEEN_PULLS))));
        editors.forEach(editor -> people.put(editor.name(), () -> editor.editUntil(end, pace.between(BETWEEN_EDITS))));
        keyHolders.forEach(
                holder -> people.put(holder.name(), () -> holder.holdUntil(end, pace.between(BETWEEN_KEYS))));
        OperatorCommands commands = new OperatorCommands(world, deployment, operator, ledger, tenants);
        people.put("operator", () -> commands.giveUntil(end, pace.between(BETWEEN_COMMANDS)));
        people.keySet().removeAll(absent);
        // Nobody may leave them out: the checks know by them of events that were recorded through the queue.
        for (SimulatedTenant tenant : tenants) {
            FeedVisitor reader = new FeedVisitor(world, ledger, tenant, tenant.wide());
            world.scheduler().spawn("daily reader", () -> reader.readDailyUntil(end));
        }
        people.forEach(world.scheduler()::spawn);
        return List.copyOf(people.keySet());
    }

    /** Producers record some events; called by a task. */
    void tryOut() {
        producers.forEach(EventProducer::tryOut);
    }

    /** Producers record many events side by side, in bursts until that time; called by a task. */
    void recordTogether(Instant end) {
        producers.forEach(
                producer -> world.scheduler().spawn("bursts", () -> producer.burstUntil(end, BETWEEN_BURSTS_TOGETHER)));
        world.scheduler().sleep(Duration.between(world.scheduler().now(), end));
    }

    /** The owner of each webhook asks for one of its deliveries again; called by a task. */
    void redeliver() {
        owners.forEach((webhook, owner) -> owner.redeliver(webhook));
    }

    private List<WatchedWebhook> webhooks(SimulatedTenant tenant) {
        return ledger.webhooks().stream()
                .filter(webhook -> webhook.account().equals(tenant.account().value()))
                .toList();
    }

    /** Receivers that can become healthy do, and the operator redrives what lies in dead-letter queues; called by a task. */
    public void recover() {
        for (SimulatedReceiver receiver : internet.receivers()) {
            if (!receiver.character().isIncurable()) {
                receiver.become(ReceiverCharacter.HEALTHY);
            }
        }
        for (int times = 0; times < 4; times++) {
            operator.redrive();
            world.scheduler().sleep(FinalChecks.CLOSES_WITH_BACKLOG);
            if (times == 0) {
                FinalChecks.checkCircuitsWithBacklog(
                        ledger, internet, shownWebhooks(), world.scheduler().now());
            }
            world.scheduler().sleep(Duration.ofHours(1).minus(FinalChecks.CLOSES_WITH_BACKLOG));
            if (times == 0) {
                FinalChecks.checkCircuits(
                        ledger, internet, shownWebhooks(), world.scheduler().now());
            }
        }
    }

    /** Some hours in which no service and no receiver fails, whatever their speed; called by a task. */
    public void spendOrdinaryHours() {
        Instant from = world.scheduler().now();
        OrdinaryDay day = new OrdinaryDay(world, producers);
        day.recordNowAndThen();
        new PromptnessChecks(ledger, internet, shownWebhooks()).check(from, day.due());
    }

    /** Receivers fail for some minutes and come back, and then for an hour, while everything else works; called by a task. */
    public void seeReceiversFail() {
        List<SimulatedReceiver> curable = internet.receivers().stream()
                .filter(receiver -> !receiver.character().isIncurable())
                .toList();
        OrdinaryDay day = new OrdinaryDay(world, producers);
        day.recordWhileReceiversFail(curable);
        checkThatCircuitsClose(world.scheduler().now());
        world.scheduler().sleep(FinalChecks.CLOSES_WITH_BACKLOG);
        checkThatBacklogsAreDrained();
        day.recordWhileReceiversAreAway(curable);
        FinalChecks.checkProbes(ledger, shownWebhooks(), world.scheduler().now());
        Instant back = world.scheduler().now();
        day.recordWhileReceiversComeBack(curable);
        checkThatCircuitsClose(back);
    }

    /**
     * Receivers are away for a while, and come back while fan-out is slow, so that it adds to backlogs what it read before their circuits closed;
     * finds the circuits with a backlog that nothing brings along; called by a task.
     */
    void seeCircuitsCloseWhileFanOutIsSlow(Duration away) {
        List<SimulatedReceiver> receivers = internet.receivers();
        OrdinaryDay day = new OrdinaryDay(world, producers);
        day.recordWhileReceiversAreAway(receivers, away);
        world.faults().delayCalls("FanOutFunction", away);
        day.recordWhileReceiversComeBack(receivers);
        world.scheduler().sleep(FinalChecks.CLOSES_WITH_BACKLOG.multipliedBy(2));
        checkThatBacklogsAreDrained();
    }

    /** @param back when receivers were healthy again */
    private void checkThatCircuitsClose(Instant back) {
        Instant now = world.scheduler().now();
        world.scheduler().sleep(Duration.between(now, back.plus(FinalChecks.CLOSES_WITH_BACKLOG)));
        FinalChecks.checkCircuitsWithBacklog(
                ledger, internet, shownWebhooks(), world.scheduler().now());
    }

    private void checkThatBacklogsAreDrained() {
        Set<String> undrained = FinalChecks.undrained(ledger, internet, shownWebhooks());
        if (!undrained.isEmpty()) {
            Instant first = world.scheduler().now();
            world.scheduler().sleep(FinalChecks.DRAINS_AGAIN);
            FinalChecks.checkDrained(ledger, internet, undrained, first, shownWebhooks());
        }
    }

    /** Looks at everything that can be seen from outside, after consumers have pulled what is left; called by a task. */
    public FinalState look() {
        consumers.forEach(PullConsumer::pullToTheEnd);
        keyHolders.forEach(ApiKeyHolder::look);
        editors.forEach(WebhookEditor::look);
        Map<String, List<JsonNode>> usage = new TreeMap<>();
        Map<String, List<JsonNode>> figures = new TreeMap<>();
        Map<String, List<JsonNode>> auditLogs = new TreeMap<>();
        for (SimulatedTenant tenant : tenants) {
            String account = tenant.account().value();
            new FeedVisitor(world, ledger, tenant, tenant.wide()).walk(FeedFilter.NONE, 100);
            usage.put(account, usage(tenant));
            figures.put(account, figures(tenant));
            auditLogs.put(account, listed(tenant, "/audit_log?limit=100"));
        }
        Map<String, JsonNode> webhooks = shownWebhooks();
        Map<String, List<String>> queues = new TreeMap<>();
        deployment
                .template()
                .queues()
                .values()
                .forEach(queue ->
                        queues.put(queue.id(), world.sqs().bodies(queue.name()).toList()));
        return new FinalState(webhooks, usage, figures, auditLogs, world.ses().sent(), queues, expiries());
    }

    private Map<String, List<Optional<Instant>>> expiries() {
        Map<String, List<Optional<Instant>>> expiries = new TreeMap<>();
        deployment.template().tables().values().forEach(table -> table.ttlAttribute()
                .ifPresent(attribute -> expiries.put(
                        table.id(),
                        world.dynamoDb()
                                .items(table.name())
                                .map(row -> Optional.ofNullable(row.get(attribute))
                                        .map(expiry -> Instant.ofEpochSecond(Long.parseLong(expiry.n()))))
                                .toList())));
        return expiries;
    }

    private Map<String, JsonNode> shownWebhooks() {
        Map<String, JsonNode> shown = new TreeMap<>();
        for (SimulatedTenant tenant : tenants) {
            for (WatchedWebhook webhook : webhooks(tenant)) {
                SimulatedApiResponse response =
                        tenant.client().untilFinal(() -> tenant.client().get("/webhooks/" + webhook.id()));
                if (response.succeeded()) {
                    ledger.shown(webhook, response.json());
                    shown.put(webhook.id(), response.json());
                }
            }
        }
        return shown;
    }

    private List<JsonNode> usage(SimulatedTenant tenant) {
        return listed(
                tenant,
                "/usage?limit=100&from=2026-01-05&to="
                        + world.scheduler().now().toString().substring(0, 10));
    }

    /** Those of the latest days that one request can have. */
    private List<JsonNode> figures(SimulatedTenant tenant) {
        Instant now = world.scheduler().now();
        SimulatedApiResponse response = tenant.client().untilFinal(() -> tenant.client()
                .get("/stats?interval=day&from="
                        + now.minus(Duration.ofDays(91)).truncatedTo(ChronoUnit.DAYS)));
        return response.json().path("data").valueStream().toList();
    }

    /** All pages of a list. */
    private static List<JsonNode> listed(SimulatedTenant tenant, String from) {
        return tenant.client().all(from).orElse(List.of());
    }
}
