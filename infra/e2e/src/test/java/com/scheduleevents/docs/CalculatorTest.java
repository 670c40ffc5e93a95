package com.scheduleevents.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the calculator counts with the prices that docs/cost.md measured. */
class CalculatorTest {

    private static final Path DOCS = Path.of("../../docs");

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "/idle;         \\| `idle`[^|]*\\| ([0-9.]+)",
                "/api/low;      \\| `api-low`[^|]*\\| ([0-9.]+)",
                "/api/load;     \\| `api-load`[^|]*\\| ([0-9.]+)",
                "/batch/low;    \\| `batch-load`[^|]*\\| ([0-9.]+)",
                "/batch/load;   \\| `batch-load`[^|]*\\| ([0-9.]+)",
                "/queue/low;    \\| `queue-low`[^|]*\\| ([0-9.]+)",
                "/queue/load;   \\| `queue-load`[^|]*\\| ([0-9.]+)",
                "/webhook/low;  at one a second up to \\$([0-9.]+[0-9])",
                "/webhook/load; further webhook adds \\$([0-9.]+) at ten events a second",
                "/storage;      \\$([0-9.]+) for 90 days of storage",
                "/backups;      \\$([0-9.]+) for point-in-time recovery"
            })
    void calculatorHasThePriceOfThePage(String price, String measured) throws IOException {
        MatchResult found = only(Pattern.compile(measured), "cost.md");
        JsonNode prices = new ObjectMapper()
                .readTree(only(Pattern.compile("(?s)id=\"prices\">(.*?)</script>"), "calculator.html")
                        .group(1));

        assertThat(prices.at(price).asDouble()).isEqualTo(Double.parseDouble(found.group(1)));
    }

    private static MatchResult only(Pattern pattern, String page) throws IOException {
        String text = Files.readString(DOCS.resolve(page)).replaceAll("\\s+", " ");
        assertThat(pattern.matcher(text).results())
                .as("%s in %s", pattern, page)
                .hasSize(1);
        return pattern.matcher(text).results().findFirst().orElseThrow();
    }
}
