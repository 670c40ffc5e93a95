package com.scheduleevents.cli.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cli.api.ApiCall;
import com.scheduleevents.cli.api.ApiResult;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.QueryString;
import com.scheduleevents.cli.apply.WebhookComparison.Difference;
import com.scheduleevents.terminal.CommandFailure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What has to be done so that the webhooks of an account are those of a file.
 *
 * @param steps in the order of the file
 * @param others the webhooks of the account that are not in the file, as the API lists them
 */
record WebhookPlan(List<Step> steps, List<JsonNode> others) {

    private static final String WEBHOOKS = ApiSession.path("webhooks");
    private static final Set<String> UNCHANGEABLE = Set.of("mode", "ordering");

    /** What a webhook can have another one of, but neither get nor lose. */
    private static final Set<String> LASTING = Set.of(WebhookComparison.URL, WebhookComparison.DESTINATION);

    /** What is done about one webhook of the file. */
    sealed interface Step {

        /** The webhook of the file. */
        WantedWebhook wanted();

        /** What is done, in a word. */
        String action();

        /** The id by which it is found. */
        default String externalId() {
            return wanted().externalId();
        }
    }

    /** There is none. */
    record Creation(WantedWebhook wanted) implements Step {
        @Override
        public String action() {
            return "create";
        }
    }

    /**
     * It is another one.
     *
     * @param etag of the version that was compared
     */
    record Change(WantedWebhook wanted, String id, String etag, List<Difference> differences) implements Step {
        @Override
        public String action() {
            return "change";
        }

        /** The fields that differ, as the API takes them. */
        ObjectNode body() {
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            differences.stream()
                    .map(Difference::field)
                    .forEach(field -> body.set(field, wanted.fields().path(field)));
            return body;
        }
    }

    /** It is as it is to be. */
    record Unchanged(WantedWebhook wanted, String id) implements Step {
        @Override
        public String action() {
            return "unchanged";
        }
    }

    boolean changesAnything() {
        return !steps.stream().allMatch(Unchanged.class::isInstance);
    }

    /**
     * Compares a file with the account.
     *
     * @throws CommandFailure when a webhook cannot become what the file says
     */
    static WebhookPlan of(List<WantedWebhook> wanted, ApiSession api, boolean sendsHeaders) {
        List<JsonNode> present =
                api.rest(WEBHOOKS, QueryString.NONE, Optional.empty()).elements();
        Map<String, JsonNode> byExternalId = new HashMap<>();
        present.stream()
                .filter(webhook -> webhook.path(WebhookFile.EXTERNAL_ID).isTextual())
                .forEach(webhook ->
                        byExternalId.put(webhook.path(WebhookFile.EXTERNAL_ID).asText(), webhook));
        List<Step> steps = new ArrayList<>();
        for (WantedWebhook webhook : wanted) {
            steps.add(Optional.ofNullable(byExternalId.get(webhook.externalId()))
                    .<Step>map(found -> compared(webhook, found, api, sendsHeaders))
                    .orElseGet(() -> new Creation(webhook)));
        }
        requirePossible(steps);
        Set<String> named = wanted.stream().map(WantedWebhook::externalId).collect(Collectors.toSet());
        return new WebhookPlan(
                steps,
                present.stream()
                        .filter(webhook -> !named.contains(
                                webhook.path(WebhookFile.EXTERNAL_ID).asText()))
                        .toList());
    }

    /** What differs is read again, with the ETag of what is compared. */
    private static Step compared(WantedWebhook wanted, JsonNode listed, ApiSession api, boolean sendsHeaders) {
        String id = listed.path("id").asText();
        if (WebhookComparison.of(wanted, listed, sendsHeaders).isEmpty()) {
            return new Unchanged(wanted, id);
        }
        ApiResult read = api.send(new ApiCall("GET", ApiSession.path("webhooks", id), Optional.empty(), Map.of()));
        List<Difference> differences = WebhookComparison.of(wanted, read.body(), sendsHeaders);
        String etag = read.etag()
                .orElseThrow(() -> new CommandFailure("The response has no ETag: check the network in between."));
        return differences.isEmpty() ? new Unchanged(wanted, id) : new Change(wanted, id, etag, differences);
    }

    private static void requirePossible(List<Step> steps) {
        List<String> faults = steps.stream()
                .filter(Change.class::isInstance)
                .map(Change.class::cast)
                .flatMap(change -> change.differences().stream()
                        .flatMap(difference -> unchangeable(change.id(), difference).stream())
                        .map(unchangeable -> change.externalId() + ": " + unchangeable
                                + " cannot be changed: delete it first, or give the new one another external_id."))
                .toList();
        if (!faults.isEmpty()) {
            throw new CommandFailure(String.join("\n", faults) + "\nNothing was changed.");
        }
    }

    /** Names what of a webhook a change would need that is impossible. */
    private static Optional<String> unchangeable(String webhook, Difference difference) {
        String field = difference.field();
        if (UNCHANGEABLE.contains(field)) {
            return Optional.of("the " + field + " of " + webhook);
        }
        boolean comesOrGoes = difference.before().isNull() != difference.after().isNull();
        return LASTING.contains(field) && comesOrGoes
                ? Optional.of("whether " + webhook + " has the field " + field)
                : Optional.empty();
    }
}
