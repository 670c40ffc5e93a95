package com.scheduleevents.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lints the expansions of template.yaml in which any two values of parameters that decide about conditions meet. */
@Tag("templates")
class ConditionPairsTest {

    /** Parameters that need another one, which decides about nothing. */
    private static final Map<String, String> COMPANIONS =
            Map.of("DomainName", "DomainCertificate", "SenderSubnets", "SenderSecurityGroups");

    @TempDir
    private Path directory = Path.of("");

    @Test
    void anyTwoConditionsTogetherLintWithoutAFinding() throws IOException, InterruptedException {
        SortedMap<String, List<String>> values = values();
        List<Map<String, String>> rows = rows(values);
        Map<String, Expansion> expansions = new LinkedHashMap<>();
        for (Map<String, String> row : rows) {
            Map<String, String> parameters = new TreeMap<>(row);
            COMPANIONS.forEach((name, companion) -> {
                if (!row.getOrDefault(name, "").isEmpty()) {
                    parameters.put(companion, ParameterExamples.other(companion));
                }
            });
            expansions.put("row" + expansions.size(), SamTranslator.expand(directory, parameters));
        }

        assertThat(values).hasSizeGreaterThan(10);
        assertThat(rows).hasSizeGreaterThan(4);
        assertThat(SamTranslator.lintDecided(directory, expansions))
                .as(rows.toString())
                .isEmpty();
    }

    /** The values that matter of the parameters to which conditions and the pace of deployments refer. */
    private static SortedMap<String, List<String>> values() throws IOException {
        DeclaredTemplate template = new DeclaredTemplate();
        SortedMap<String, List<String>> values = new TreeMap<>();
        for (String name : template.at("/Conditions").findValuesAsText("Ref")) {
            JsonNode allowed = template.at("/Parameters/" + name + "/AllowedValues");
            values.put(
                    name,
                    allowed.isMissingNode()
                            ? List.of(
                                    template.at("/Parameters/" + name + "/Default")
                                            .asText(),
                                    ParameterExamples.other(name))
                            : allowed.valueStream().map(JsonNode::asText).toList());
        }
        return values;
    }

    /** Few rows in which each value of a parameter meets each value of every other one: row by row, the value that adds most new pairs. */
    private static List<Map<String, String>> rows(SortedMap<String, List<String>> values) {
        Set<Set<Setting>> missing = pairs(values);
        List<Map<String, String>> rows = new ArrayList<>();
        while (!missing.isEmpty()) {
            // Every row begins with a pair that is still missing, so that it adds one.
            Set<Setting> row = new HashSet<>(missing.iterator().next());
            for (Map.Entry<String, List<String>> parameter : values.entrySet()) {
                if (row.stream().noneMatch(setting -> setting.name().equals(parameter.getKey()))) {
                    row.add(mostPairs(parameter, row, missing));
                }
            }
            missing.removeIf(row::containsAll);
            Map<String, String> parameters = new TreeMap<>();
            row.forEach(setting -> parameters.put(setting.name(), setting.value()));
            rows.add(parameters);
        }
        return rows;
    }

    private static Setting mostPairs(
            Map.Entry<String, List<String>> parameter, Set<Setting> row, Set<Set<Setting>> missing) {
        Setting best = new Setting(parameter.getKey(), parameter.getValue().getFirst());
        long most = -1;
        for (String value : parameter.getValue()) {
            Setting candidate = new Setting(parameter.getKey(), value);
            long added = row.stream()
                    .filter(setting -> missing.contains(Set.of(setting, candidate)))
                    .count();
            if (added > most) {
                best = candidate;
                most = added;
            }
        }
        return best;
    }

    private static Set<Set<Setting>> pairs(SortedMap<String, List<String>> values) {
        Set<Set<Setting>> pairs = new HashSet<>();
        values.forEach((name, ofOne) -> values.tailMap(name + "\0")
                .forEach((other, ofOther) -> ofOne.forEach(one ->
                        ofOther.forEach(two -> pairs.add(Set.of(new Setting(name, one), new Setting(other, two)))))));
        return pairs;
    }

    private record Setting(String name, String value) {}
}
