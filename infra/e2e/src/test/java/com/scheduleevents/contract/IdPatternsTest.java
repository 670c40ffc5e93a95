package com.scheduleevents.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests that the contract promises of an id no more than its prefix: clients treat the rest as opaque. */
class IdPatternsTest {

    /** The patterns of ids, not those of the secrets of API keys and webhooks, nor that of the parts of a receipt, for validators only. */
    private static final Pattern OF_ID = Pattern.compile("\\^(?!sk_|whsec_|rcp_\\[1-9])[a-z]{2,5}_.*");

    private static final String ID = "[a-z]{2,5}_\\Q[A-Za-z0-9_-]{1,64}\\E";

    /** The cursor of a list of several webhooks consists of two IDs. */
    private static final Pattern COMMON = Pattern.compile("\\^" + ID + "(\\(\\\\\\." + ID + "\\)\\?)?\\$");

    @Test
    void everyPatternOfAnIdAllowsTheCommonForm() {
        List<String> patterns = Contract.read().document().findValues("pattern").stream()
                .map(JsonNode::asText)
                .filter(OF_ID.asMatchPredicate())
                .distinct()
                .toList();
        assertThat(patterns).contains("^evt_[A-Za-z0-9_-]{1,64}$").allSatisfy(pattern -> assertThat(pattern)
                .matches(COMMON));
    }
}
