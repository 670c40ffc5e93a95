package com.scheduleevents.benchmark.speed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.operator.tenants.AccountAdmin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** How long a person waits for a page of the feed, the first and a deep one, over one clinic, many and all. */
final class FeedScenario implements SpeedScenario {

    static final String NAME = "feed";

    private static final String CLINIC = "cln_harbour";
    private static final List<String> CLINICS =
            IntStream.range(0, 50).mapToObj(number -> "cln_feed" + number).toList();
    private static final int EVENTS = 2_400;
    private static final int DEEP = 40;
    private static final int WARM_UP = 50;
    private static final int PAGES = 200;
    private static final double MILLION = 1e6;

    /** A feed, and the times of its pages in milliseconds. */
    private record Feed(String name, String key, String first, String deep, List<Double> firsts, List<Double> deeps) {

        static Feed of(String name, CloudClient cloud, String key, String path) {
            String deep = path;
            for (int page = 1; page < DEEP; page++) {
                String cursor = cloud.get(key, deep).path("next_cursor").asText();
                deep = path + "&starting_after=" + cursor;
            }
            return new Feed(name, key, path, deep, new ArrayList<>(), new ArrayList<>());
        }

        void read(CloudClient cloud) {
            firsts.add(millis(cloud, first));
            deeps.add(millis(cloud, deep));
        }

        private double millis(CloudClient cloud, String path) {
            long start = System.nanoTime();
            JsonNode page = cloud.get(key, path);
            long end = System.nanoTime();
            if (page.path("data").size() != 25) {
                throw new IllegalStateException(
                        path + " has " + page.path("data").size() + " events");
            }
            return (end - start) / MILLION;
        }

        void forget() {
            firsts.clear();
            deeps.clear();
        }

        void add(SpeedRun run) {
            Percentiles early = new Percentiles(firsts);
            Percentiles late = new Percentiles(deeps);
            for (int percent : new int[] {50, 99}) {
                run.add(NAME, name + ", first page, p" + percent, early.at(percent), "ms");
            }
            for (int percent : new int[] {50, 99}) {
                run.add(NAME, name + ", page " + DEEP + ", p" + percent, late.at(percent), "ms");
            }
            run.add(NAME, name + ", page " + DEEP + " ÷ first page, p50", late.at(50) / early.at(50), "ratio");
        }
    }

    @Override
    public void measure(SpeedRun run) throws IOException, InterruptedException {
        run.tell(NAME + ": " + EVENTS + " events of " + (CLINICS.size() + 1) + " clinics are recorded");
        try (MeasuredCloud measured = run.cloud(Map.of())) {
            CloudClient cloud = measured.client();
            addClinics(measured);
            new LoadClients(cloud)
                    .record(EVENTS, number -> number % 2 == 0 ? CLINIC : CLINICS.get(number / 2 % CLINICS.size()));
            String path = "/v1/events?limit=25";
            List<Feed> feeds = List.of(
                    Feed.of("one clinic", cloud, cloud.key(), path + "&clinic_id=" + CLINIC),
                    Feed.of(CLINICS.size() + " clinics", cloud, keyOfMany(cloud), path),
                    Feed.of("all clinics", cloud, cloud.key(), path));
            run.tell(NAME + ": " + PAGES + " pages of each of " + 2 * feeds.size() + " kinds, in turn");
            for (int i = 0; i < WARM_UP; i++) {
                feeds.forEach(feed -> feed.read(cloud));
            }
            feeds.forEach(Feed::forget);
            for (int i = 0; i < PAGES; i++) {
                feeds.forEach(feed -> feed.read(cloud));
            }
            feeds.forEach(feed -> feed.add(run));
        }
    }

    private static void addClinics(MeasuredCloud measured) {
        AccountAdmin admin = new AccountAdmin(measured.dynamoDb(), measured.table("AccountsTable"));
        CLINICS.forEach(clinic -> admin.addClinic(new AccountId("acc_demo"), new ClinicId(clinic)));
    }

    private static String keyOfMany(CloudClient cloud) {
        ObjectNode wanted = JsonNodeFactory.instance.objectNode().put("description", NAME);
        wanted.putArray("scopes").add("events:read");
        CLINICS.forEach(wanted.putArray("clinic_ids")::add);
        return cloud.post(cloud.key(), "/v1/api_keys", wanted).path("secret").asText();
    }
}
