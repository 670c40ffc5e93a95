package com.scheduleevents.cli.commands;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cli.catalogue.TypeNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The settings of a webhook that commands take. */
final class WebhookFields {

    static final String URL = "The HTTPS endpoint that gets the deliveries.";

    @Option(
            names = {"--types", "--type"},
            split = ",",
            paramLabel = "TYPE",
            completionCandidates = TypeNames.class,
            description =
                    "The event types; offer.* means all of a group, and * all, which is the default of a new webhook.")
    private List<String> types = List.of();

    @Option(
            names = {"--clinic", "--clinics"},
            split = ",",
            paramLabel = "CLINIC",
            description = "Only events of this clinic; can be repeated.")
    private List<String> clinics = List.of();

    @Option(names = "--description", paramLabel = "TEXT", description = "A label for people.")
    private Optional<String> description = Optional.empty();

    @Option(
            names = "--set",
            paramLabel = "FIELD=JSON",
            description = {
                "Any field of the API, such as max_per_second=10; null removes it, as in clinic_ids=null. Can be repeated."
            })
    private Map<String, String> others = new LinkedHashMap<>();

    /** The body of a request with the fields that are given. */
    ObjectNode json(Optional<String> url) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        url.ifPresent(text -> json.put("url", text));
        if (!types.isEmpty()) {
            types.forEach(json.putArray("types")::add);
        }
        if (!clinics.isEmpty()) {
            clinics.forEach(json.putArray("clinic_ids")::add);
        }
        description.ifPresent(text -> json.put("description", text));
        FieldValues.set(json, others);
        return json;
    }
}
