package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.EventStore.Feed;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where the events of a request are read. The cost does not depend on the size of the account: one clinic or the whole account is one query,
 * a short list of clinics is one query each, and a long list filters the feed of the account.
 *
 * @param account whose events they are
 * @param feeds the feeds to read
 * @param only the clinics to show if the feeds contain others too
 * @param hidden former clinics that are not shown, although the feeds contain them
 */
record FeedSource(AccountId account, List<Feed> feeds, Optional<Set<ClinicId>> only, Set<ClinicId> hidden) {

    /** For more clinics than this, one query each costs more than filtering the feed of the account. */
    static final int MAX_MERGED_CLINICS = 50;

    /**
     * Decides where to read.
     *
     * @param visible the clinics that the caller sees
     * @param clinic the only one that is asked for
     */
    static FeedSource of(AccountId account, Clinics visible, Optional<ClinicId> clinic) {
        if (clinic.isPresent()) {
            return new FeedSource(
                    account, List.of(new Feed.OfClinic(account, clinic.get())), Optional.empty(), Set.of());
        }
        return switch (visible) {
            case Clinics.All(Set<ClinicId> except) ->
                new FeedSource(account, List.of(new Feed.OfAccount(account)), Optional.empty(), except);
            case Clinics.Listed(Set<ClinicId> ids) ->
                ids.size() <= MAX_MERGED_CLINICS
                        ? new FeedSource(account, feedOfEach(account, ids), Optional.empty(), Set.of())
                        : new FeedSource(account, List.of(new Feed.OfAccount(account)), Optional.of(ids), Set.of());
        };
    }

    private static List<Feed> feedOfEach(AccountId account, Set<ClinicId> clinics) {
        return clinics.stream()
                .<Feed>map(clinic -> new Feed.OfClinic(account, clinic))
                .toList();
    }

    /** Whether all events of the account are shown. */
    boolean isOfAccount() {
        return only.isEmpty() && feeds.stream().allMatch(Feed.OfAccount.class::isInstance);
    }

    /** Whether an event of the feeds is shown. */
    boolean shows(Event event) {
        return !hidden.contains(event.clinic()) && (only.isEmpty() || only.get().contains(event.clinic()));
    }

    /** The feeds of the shown clinics alone, if those that are read contain others too. */
    Optional<List<Feed>> onlyShown() {
        return only.map(clinics -> feedOfEach(account, clinics));
    }
}
