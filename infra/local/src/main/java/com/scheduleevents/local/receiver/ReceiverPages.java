package com.scheduleevents.local.receiver;

import com.scheduleevents.emulator.http.HtmlPage;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Makes the receiver's HTML and help pages. */
final class ReceiverPages {

    /** The number of rows; the JSON list has more. */
    private static final int SHOWN = 200;

    private ReceiverPages() {}

    /** @param host the host and port of the request */
    static String help(String host) {
        return """
                The demo receiver takes deliveries at any path /hooks/NAME; NAME is its inbox. It verifies both signatures,
                rejects what is older than five minutes, and recognizes repeats by the event's id. Its certificate comes from the
                local authority: give curl --cacert target/local-authority.pem, or -k.

                Received deliveries:
                  curl -k URL/received                    the last 10,000 deliveries, oldest first, as JSON
                  curl -k URL/received?inbox=NAME         those of one inbox
                  curl -k URL/received?count=1            how many, by inbox: deliveries, accepted, distinct_ids, verified
                  curl -k -X DELETE URL/received          deletes them

                The signing secret of an inbox; without it, deliveries are accepted unverified:
                  curl -k -X PUT URL/secrets/NAME -d '{"secret":"whsec_…"}'
                  curl -k -X PUT URL/secrets/NAME -d '{"secrets":["whsec_…","whsec_…"]}'     while it is rotated
                  curl -k -X DELETE URL/secrets/NAME

                Orders to respond otherwise, for the next "times" deliveries or, without it, until they are removed; for one "inbox" or,
                without it, for all inboxes without an order of their own:
                  curl -k -X POST URL/orders -d '{"do":"status","status":500}'
                  curl -k -X POST URL/orders -d '{"do":"status","status":503,"retry_after":120,"times":3}'
                  curl -k -X POST URL/orders -d '{"do":"slow","seconds":6,"inbox":"NAME"}'  responds after 6 s
                  curl -k -X POST URL/orders -d '{"do":"hang"}'                  never responds
                  curl -k -X POST URL/orders -d '{"do":"drip","seconds":1}'      one byte a second, from the status on
                  curl -k -X POST URL/orders -d '{"do":"redirect"}'              302 to /hooks/redirected
                  curl -k -X POST URL/orders -d '{"do":"close"}'                 closes the connection without a response
                  curl -k -X POST URL/orders -d '{"do":"reset"}'                 the same with a TCP reset
                  curl -k -X POST URL/orders -d '{"do":"large"}'                 a body of 1 MB
                  curl -k URL/orders                      the orders in force
                  curl -k -X DELETE URL/orders            removes all orders
                """.replace("URL", "https://" + host);
    }

    static String list(List<ReceivedDelivery> deliveries, Map<String, ReceivedDeliveries.Totals> totals) {
        String counts = totals.entrySet().stream()
                .map(inbox -> row(
                        inbox.getKey(),
                        Long.toString(inbox.getValue().deliveries()),
                        Long.toString(inbox.getValue().accepted()),
                        Long.toString(inbox.getValue().distinct()),
                        Long.toString(inbox.getValue().verified())))
                .collect(Collectors.joining("\n"));
        String rows = deliveries.reversed().stream()
                .limit(SHOWN)
                .map(ReceiverPages::row)
                .collect(Collectors.joining("\n"));
        return HtmlPage.page("Demo receiver", """
                <p><a href="/received">As JSON</a>, <a href="/help">help</a>. New deliveries appear by themselves.</p>
                <table>
                <tr><th>inbox</th><th>deliveries</th><th>accepted</th><th>distinct events</th><th>verified</th></tr>
                %s
                </table>
                <h2>The last %d, newest first</h2>
                <table>
                <tr><th>at</th><th>inbox</th><th>event</th><th>attempt</th><th>signatures</th><th>response</th></tr>
                %s
                </table>
                <script>
                const known = %s;
                setInterval(async () => {
                  const now = await fetch("/received?count=1").then(response => response.json()).catch(() => null);
                  if (now && count(now) !== known) location.reload();
                }, 2000);
                function count(totals) {
                  return Object.values(totals).reduce((sum, inbox) => sum + inbox.deliveries, 0);
                }
                </script>
                """.formatted(counts, SHOWN, rows, count(totals)));
    }

    private static long count(Map<String, ReceivedDeliveries.Totals> totals) {
        return totals.values().stream()
                .mapToLong(ReceivedDeliveries.Totals::deliveries)
                .sum();
    }

    private static String row(ReceivedDelivery delivery) {
        return tableRow(
                HtmlPage.text(seconds(delivery.at())),
                HtmlPage.text(delivery.inbox()),
                event(delivery),
                HtmlPage.text(delivery.attempt().orElse("")),
                HtmlPage.text(delivery.verified() ? "verified" : delivery.note()),
                HtmlPage.text(delivery.status().map(String::valueOf).orElse("nothing")));
    }

    private static String seconds(String at) {
        return Instant.parse(at).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** The type and the id; pressing them shows the body. */
    private static String event(ReceivedDelivery delivery) {
        return "<details><summary>" + HtmlPage.text(delivery.type()) + "<br>" + HtmlPage.text(delivery.id())
                + (delivery.duplicate() ? " (again)" : "") + "</summary><pre>"
                + HtmlPage.text(delivery.body()) + "</pre></details>";
    }

    private static String row(String... cells) {
        return tableRow(List.of(cells).stream().map(HtmlPage::text).toArray(String[]::new));
    }

    private static String tableRow(String... cells) {
        return List.of(cells).stream()
                .map(cell -> "<td>" + cell + "</td>")
                .collect(Collectors.joining("", "<tr>", "</tr>"));
    }
}
