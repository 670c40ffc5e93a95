package com.scheduleevents.operator.deadletters;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An operator sees the kind and the ids of a dead-letter message and nothing else, however malformed it is. */
class DeadLetterReaderTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "CHANGES    | {\"account_id\":\"acc_1\",\"event\":{\"clinic_id\":\"cln_1\",\"provider_id\":\"SECRET\"}} | schedule change     | account=acc_1 clinic=cln_1 idempotency_key=no",
                "CHANGES    | {\"account_id\":\"SECRET\",\"idempotency_key\":\"SECRET\"}                              | schedule change     | idempotency_key=yes",
                "CHANGES    | SECRET                                                                                  | unreadable: not a schedule change: not a JSON object | ``",
                "DELIVERIES | SECRET                                                                                  | unreadable: not a message: invalid JSON in line 1, column 1          | ``",
                "DELIVERIES | {\"v\":99,\"account_id\":\"SECRET\"}                                                    | unreadable: not a delivery message of version 1   | ``",
                "RETRIES    | {\"v\":1,\"kind\":\"probe\",\"account\":\"acc_1\",\"webhook\":\"whk_1\",\"lease\":\"2026-11-20T14:02:11.337Z\"} | probe               | account=acc_1 webhook=whk_1",
                "REPLAYS    | {\"v\":1,\"kind\":\"replay\",\"account\":\"SECRET\"} | unreadable: not a replay message: account is missing or invalid | ``",
                "MAILS      | {\"v\":\"SECRET\"}                                                                      | unreadable: not a notice message of version 1 | ``",
                "USAGE      | {\"v\":1,\"kind\":\"usage\",\"type\":\"begin\",\"account\":\"acc_1\",\"day\":\"2026-11-18\"}                           | count of usage      | account=acc_1 day=2026-11-18",
                "FAN_OUT    | {\"dynamodb\":{\"Keys\":{\"account_id\":{\"S\":\"acc_1\"},\"id\":{\"S\":\"evt_1\"}},\"NewImage\":{\"body\":{\"S\":\"SECRET\"}}}} | stream record | account=acc_1 event=evt_1",
                "FAN_OUT    | {\"DDBStreamBatchInfo\":{\"batchSize\":7,\"approximateArrivalOfFirstRecord\":\"2026-11-21T09:30:00Z\",\"approximateArrivalOfLastRecord\":\"2026-11-21T09:31:00Z\"}} | stream records that Lambda gave up | records=7 from=2026-11-21T09:30:00Z to=2026-11-21T09:31:00Z",
                "NOTIFIER   | {\"dynamodb\":{\"Keys\":{\"account_id\":{\"S\":\"acc_1\"},\"id\":{\"S\":\"whk_1\"}}}}     | stream record       | account=acc_1 webhook=whk_1",
                "NOTIFIER   | SECRET                                                                                  | unreadable: not a stream record | ``",
            })
    void readsKindAndIdsAndNoContent(DeadLetterQueue queue, String body, String what, String ids) {
        DeadLetterReader.DeadLetterSummary content = DeadLetterReader.read(queue, body);
        assertThat(content.what()).isEqualTo(what);
        assertThat(content.line()).isEqualTo(ids).doesNotContain("SECRET");
    }
}
