package com.scheduleevents.cli.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cli.api.ApiCall;
import com.scheduleevents.cli.api.ApiFailure;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.apply.WebhookPlan.Change;
import com.scheduleevents.cli.apply.WebhookPlan.Creation;
import com.scheduleevents.cli.apply.WebhookPlan.Step;
import com.scheduleevents.cli.apply.WebhookPlan.Unchanged;
import com.scheduleevents.cli.output.ResultPrinter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Takes the steps of a plan one after the other. One that the API refuses does not hold up the others. */
final class AppliedSteps {

    private static final int PRECONDITION_FAILED = 412;

    private final ApiSession api;
    private final ResultPrinter output;
    private final List<String> failures = new ArrayList<>();

    AppliedSteps(ApiSession api, ResultPrinter output) {
        this.api = api;
        this.output = output;
    }

    /** @param secrets takes the secrets of new webhooks; there is one for a plan that has some */
    void apply(Step step, Optional<SecretsFile> secrets) {
        try {
            switch (step) {
                case Creation creation -> create(creation, secrets.orElseThrow());
                case Change change -> change(change);
                case Unchanged _ -> {}
            }
        } catch (ApiFailure refused) {
            failures.add(step.externalId() + ": "
                    + (refused.status() == PRECONDITION_FAILED
                            ? "somebody else has changed it since it was compared."
                            : refused.getMessage()));
        }
    }

    /** Why steps were refused, each on a line. */
    List<String> failures() {
        return failures;
    }

    private void create(Creation creation, SecretsFile secrets) {
        JsonNode made =
                api.postOnce(ApiSession.path("webhooks"), creation.wanted().fields());
        String id = made.path("id").asText();
        if (made.path("secret").isTextual()) {
            secrets.write(creation.externalId(), id, made.path("secret").asText());
            output.note(creation.externalId() + " is created: " + id);
        } else {
            failures.add(creation.externalId()
                    + ": it is created, but its secret is not shown any more. It has another one after:"
                    + " clinic-events webhooks rotate " + id + " --expires-in 0");
        }
    }

    private void change(Change change) {
        api.send(new ApiCall(
                "PATCH",
                ApiSession.path("webhooks", change.id()),
                Optional.of(change.body()),
                Map.of("If-Match", change.etag())));
        output.note(change.externalId() + " is changed.");
    }
}
