package com.scheduleevents.benchmark.cost;

import com.scheduleevents.benchmark.report.Figure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The scenarios of the bill, priced. */
public final class CostFigures {

    /** The names of all scenarios, in the order of the table. */
    public static final List<String> SCENARIOS = Stream.concat(
                    CostScenario.ALL.stream().map(CostScenario::name), Stream.of("dead-day", "idle", "busy-month"))
            .toList();

    private static final double MILLION = 1_000_000;
    private static final double MONTHS_OF_RETENTION = 3;
    private static final int WARM_UP_PART = 5;
    private static final double SMALLEST_LINE = 0.0005;

    /** What begins a trace: a request to the API, and whatever Lambda reads from a queue or a stream. */
    private static final List<String> TRACED = List.of(
            "API Gateway: requests",
            "Lambda: RecorderFunction, invocations",
            "Lambda: FanOutFunction, invocations",
            "Lambda: SenderFunction, invocations");

    /** X-Ray records the first of each second and so much of the others (AWS X-Ray Developer Guide, "Configuring sampling rules"). */
    private static final double SAMPLED = 0.05;

    private static final String DOLLARS = "USD";

    /** Ten events a second for ten minutes, the longest wait between two probes. */
    private static final CostScenario TEN_MINUTES =
            new CostScenario("dead-day", RecordingWay.API, 1, 1, Duration.ofMillis(100), 6_000);

    private static final int TIMES_A_DAY = 144;
    private static final CostScenario WARM_UP = TEN_MINUTES.with(TEN_MINUTES.events() / 10);

    private final Path template;
    private final LogBytes logs = LogBytes.install();
    private final LambdaTime time = LambdaTime.PROFILED;
    private final PriceList prices = PriceList.read();
    private final List<Figure> figures = new ArrayList<>();

    private CostFigures(Path template) {
        this.template = template;
    }

    /**
     * Runs scenarios.
     *
     * @param template the file of what is deployed
     * @param wanted which of them, by name
     * @param progress is told what happens
     */
    public static List<Figure> of(Path template, Predicate<String> wanted, Consumer<String> progress)
            throws IOException {
        CostFigures run = new CostFigures(template);
        for (CostScenario scenario : CostScenario.ALL) {
            if (wanted.test(scenario.name())) {
                progress.accept(scenario.name() + ": " + scenario.events() + " events of " + scenario.tenants()
                        + " tenants, " + scenario.batch() + " at once every " + scenario.between());
                run.steady(scenario);
            }
        }
        if (wanted.test("dead-day")) {
            progress.accept(
                    "dead-day: ten events a second for twice ten minutes with a second, dead webhook, and for ten without and with a healthy one");
            run.deadDay();
        }
        if (wanted.test("idle")) {
            progress.accept("idle: every schedule of the template, scaled to 30 days");
            run.month("idle", new IdleMonth(template, run.logs, run.time).run());
        }
        if (wanted.test("busy-month")) {
            progress.accept("busy-month: what traffic adds, however many events there are");
            run.month("busy-month", new BusyMonth(template).most());
        }
        return run.figures;
    }

    private void steady(CostScenario scenario) {
        CostRun.Consumed consumed = new CostRun(template, scenario.parameters(), logs, time)
                .open(scenario.tenants())
                .warmUp(scenario.with(scenario.events() / WARM_UP_PART))
                .measure(scenario);
        perMillion(scenario.name(), consumed.quantities().times(1.0 / consumed.events()));
        double gigabyteMonths = consumed.stored() / consumed.events() * MILLION * MONTHS_OF_RETENTION;
        add(scenario.name(), "apart: storage for 90 days", prices.dollars("dynamodb.storage", gigabyteMonths), DOLLARS);
        add(
                scenario.name(),
                "apart: point-in-time recovery for 90 days",
                prices.dollars("dynamodb.backup", gigabyteMonths),
                DOLLARS);
        addOption(
                scenario,
                "a firewall's requests",
                "waf.request",
                consumed,
                consumed.quantities().of(TRACED.getFirst()));
        addOption(scenario, "traces of X-Ray", "xray.trace", consumed, traces(scenario.time(), consumed.quantities()));
    }

    /** What a million events cost besides if the deployment has chosen it. */
    private void addOption(
            CostScenario scenario, String what, String price, CostRun.Consumed consumed, double quantity) {
        double dollars = prices.dollars(price, quantity / consumed.events() * MILLION);
        add(scenario.name(), "apart, if chosen: " + what, dollars, DOLLARS);
    }

    private static double traces(Duration time, Quantities quantities) {
        double seconds = time.toSeconds();
        return TRACED.stream()
                .mapToDouble(quantities::of)
                .map(began -> Math.min(began, seconds) + SAMPLED * Math.max(0, began - seconds))
                .sum();
    }

    /**
     * A day with one more webhook, which is dead, less a day without it. The first ten minutes, in which the circuit opens, and 143 times the
     * second, in which it stays open: too much rather than too little, because the retries of the first deliveries become rarer.
     */
    private void deadDay() {
        CostRun dead = new CostRun(template, logs, time).open(1).warmUp(WARM_UP);
        dead.addDeadWebhooks();
        Quantities day = dead.measure(TEN_MINUTES)
                .quantities()
                .plus(dead.measure(TEN_MINUTES).quantities().times(TIMES_A_DAY - 1));
        Quantities one = ofHealthyWebhooks(1);
        Quantities added = day.minus(one).times(1.0 / (TEN_MINUTES.events() * TIMES_A_DAY));
        perMillion("dead-day", added);
        Quantities healthy = ofHealthyWebhooks(2).minus(one).times(1.0 / (TEN_MINUTES.events() * TIMES_A_DAY));
        add(
                "dead-day",
                "for comparison: what the webhook adds while it is healthy",
                dollarsPerMillion(healthy),
                DOLLARS);
    }

    private Quantities ofHealthyWebhooks(int webhooks) {
        CostRun run = new CostRun(template, logs, time).open(1);
        for (int i = 1; i < webhooks; i++) {
            run.addHealthyWebhooks();
        }
        return run.warmUp(WARM_UP).measure(TEN_MINUTES).quantities().times(TIMES_A_DAY);
    }

    private double dollarsPerMillion(Quantities perEvent) {
        return perEvent.amounts().entrySet().stream()
                .mapToDouble(line -> prices.dollars(line.getKey().price(), line.getValue() * MILLION))
                .sum();
    }

    private void perMillion(String scenario, Quantities perEvent) {
        add(scenario, "dollars_per_million", dollarsPerMillion(perEvent), DOLLARS);
        perEvent.amounts().forEach((item, amount) -> {
            double dollars = prices.dollars(item.price(), amount * MILLION);
            if (Math.abs(dollars) >= SMALLEST_LINE) {
                add(scenario, item.name(), dollars, String.format(Locale.ROOT, "USD for %.7g an event", amount));
            }
        });
    }

    private void month(String name, Quantities month) {
        Map<String, Double> byPrice = new TreeMap<>();
        month.amounts().forEach((item, amount) -> byPrice.merge(item.price(), amount, Double::sum));
        double left = 0;
        double all = 0;
        for (Map.Entry<String, Double> price : byPrice.entrySet()) {
            left += prices.dollars(price.getKey(), prices.afterAllowance(price.getKey(), price.getValue()));
            all += prices.dollars(price.getKey(), price.getValue());
        }
        add(name, "dollars_per_month", left, DOLLARS);
        add(name, "dollars_per_month without the allowances of an AWS account", all, DOLLARS);
        month.amounts().forEach((item, amount) -> {
            double dollars = prices.dollars(item.price(), amount);
            if (dollars >= SMALLEST_LINE) {
                add(name, item.name(), dollars, String.format(Locale.ROOT, "USD for %.7g a month", amount));
            }
        });
    }

    private void add(String scenario, String figure, double value, String unit) {
        figures.add(new Figure(scenario, "simulated", figure, value, unit));
    }
}
