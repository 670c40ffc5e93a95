package com.scheduleevents.api.recorder;

import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.event.BatchRecording;
import com.scheduleevents.domain.event.Recording.Failed;
import com.scheduleevents.domain.event.Recording.Outcome;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records those schedule changes of a batch of messages of which an account has several: with few calls, in the order in which the queue
 * delivered them. The others are left to be recorded alone: the only change of an account, one that the account may not record, and those
 * whose calls failed, so that only those fail again that have to.
 */
final class BatchedChanges {

    private static final Logger LOG = LoggerFactory.getLogger(BatchedChanges.class);

    /** No account waits for another: a batch of messages has no more accounts than messages. */
    private static final int CONCURRENCY = 10;

    private final Accounts accounts;
    private final BatchRecording recording;

    BatchedChanges(Accounts accounts, BatchRecording recording) {
        this.accounts = accounts;
        this.recording = recording;
    }

    /**
     * Records changes.
     *
     * @param changes in the order of the batch
     * @return the outcomes of those that were recorded or refused here, by the ids of their messages
     */
    Map<String, Outcome> record(List<QueuedChange> changes) {
        Map<String, Outcome> outcomes = new HashMap<>();
        changes.stream()
                .collect(Collectors.groupingBy(QueuedChange::account, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .filter(ofAccount -> ofAccount.size() > 1)
                .gather(Gatherers.mapConcurrent(CONCURRENCY, InvocationLogContext.carriedOver(this::recordTogether)))
                .forEach(outcomes::putAll);
        return outcomes;
    }

    private Map<String, Outcome> recordTogether(List<QueuedChange> ofAccount) {
        AccountId account = ofAccount.getFirst().account();
        try {
            Set<ClinicId> clinics = accounts.clinicsAmong(
                    account, ofAccount.stream().map(QueuedChange::clinic).collect(Collectors.toSet()));
            List<QueuedChange> allowed = ofAccount.stream()
                    .filter(change -> clinics.contains(change.clinic()))
                    .toList();
            List<Outcome> outcomes = recording.record(
                    account, allowed.stream().map(QueuedChange::change).toList());
            outcomes.stream()
                    .flatMap(outcome ->
                            outcome instanceof Failed(RuntimeException cause) ? Stream.of(cause) : Stream.of())
                    .findFirst()
                    .ifPresent(cause -> warn(account, cause));
            return IntStream.range(0, allowed.size())
                    .boxed()
                    .filter(i -> !(outcomes.get(i) instanceof Failed))
                    .collect(Collectors.toMap(i -> allowed.get(i).message(), outcomes::get));
        } catch (RuntimeException e) {
            warn(account, e);
            return Map.of();
        }
    }

    private static void warn(AccountId account, RuntimeException cause) {
        LOG.warn("changes of {} are recorded one by one: {}", account.value(), ExceptionSummary.of(cause));
    }
}
