package com.scheduleevents.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/reference.html is what the contract makes it. */
class ReferencePageTest {

    private static final Path FILE = Path.of("../../docs/reference.html");

    @Test
    void isMadeFromTheContractAsItIsNow() throws IOException {
        String made = ReferencePage.of(Contract.read());
        if (Boolean.getBoolean("reference.write")) {
            Files.writeString(FILE, made);
        }
        assertThat(Files.readString(FILE))
                .as("docs/reference.html is older than docs/openapi.yaml; docs/contract.md says how to make it again")
                .isEqualTo(made);
    }

    @Test
    void leadsNowhereThatIsNot() {
        String page = ReferencePage.of(Contract.read());
        Set<String> missing = found(page, "href=\"#([^\"]+)\"");
        missing.removeAll(found(page, "id=\"([^\"]+)\""));
        assertThat(missing).isEmpty();
        assertThat(page).doesNotContain("src=", "url(");
    }

    private static Set<String> found(String page, String pattern) {
        Set<String> found = new TreeSet<>();
        Matcher matcher = Pattern.compile(pattern).matcher(page);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }
}
