package com.scheduleevents.operator.erasure;

import com.scheduleevents.aws.erasure.DynamoErasures;
import com.scheduleevents.aws.erasure.ErasableRows;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.erasure.Erasure;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageRows;
import com.scheduleevents.domain.usage.UsageSource;
import com.scheduleevents.operator.tenants.TenantChanges;
import com.scheduleevents.operator.tenants.Tenants;
import com.scheduleevents.terminal.InvalidArguments;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Begins erasures, and goes on with them. The clinic is removed, or the account closed, before its erasure is stored: from then on nothing is
 * recorded for it or sent. A call that stopped anywhere is finished by the next one. Which rows a call deletes depends on what is there alone.
 */
public final class DataErasure {

    private final Accounts accounts;
    private final TenantChanges changes;
    private final DynamoErasures erasures;
    private final ErasableRows rows;
    private final UsageSource source;
    private final UsageRows usage;
    private final Clock clock;
    private final BiConsumer<Erasure, String> progress;

    /**
     * @param wiring the tables, and the time
     * @param changes removes clinics and closes accounts
     * @param progress is told what is done next
     */
    public DataErasure(Wiring wiring, TenantChanges changes, BiConsumer<Erasure, String> progress) {
        this.accounts = wiring.accounts();
        this.changes = changes;
        this.erasures = wiring.erasures();
        this.rows = wiring.erasableRows();
        this.source = wiring.usageSource();
        this.usage = wiring.usage();
        this.clock = wiring.clock();
        this.progress = progress;
    }

    /**
     * How far an erasure is.
     *
     * @param waitsFor the day whose last count has to be made before more can be deleted; empty when it has ended
     */
    public record Reached(Erasure erasure, Optional<UsageDay> waitsFor) {}

    /**
     * Erases a clinic, or goes on with it.
     *
     * @param reason who asked for it and why; needed to begin
     */
    public Reached clinic(AccountId account, ClinicId clinic, Optional<String> reason) {
        Optional<Erasure> stored = erasures.find(account, Optional.of(clinic));
        boolean ended = stored.flatMap(Erasure::endedAt).isPresent();
        if (ended && !accounts.hasClinic(account, clinic)) {
            return run(stored.orElseThrow());
        }
        // An earlier erasure of a clinic that was added again has ended for good.
        Optional<Erasure> underWay = stored.filter(_ -> !ended);
        String why = why(underWay, reason);
        Tenants.requireOpen(account, changes.hideClinic(account, clinic));
        return run(underWay.orElseGet(() -> begun(account, Optional.of(clinic), why)));
    }

    /**
     * Closes an account and erases it, or goes on with it.
     *
     * @param reason who asked for it and why; needed to begin
     */
    public Reached account(AccountId account, Optional<String> reason) {
        Optional<Erasure> stored = erasures.find(account, Optional.empty());
        String why = why(stored, reason);
        changes.close(account);
        return run(stored.orElseGet(() -> begun(account, Optional.empty(), why)));
    }

    /** Goes on with an erasure, or repeats it after a table was restored. Nothing is closed again that was opened since its end. */
    public Reached again(Erasure erasure) {
        if (erasure.endedAt().isPresent()) {
            return run(erasure);
        }
        Optional<String> reason = Optional.of(erasure.reason());
        return erasure.clinic()
                .map(clinic -> clinic(erasure.account(), clinic, reason))
                .orElseGet(() -> account(erasure.account(), reason));
    }

    /** All erasures. */
    public List<Erasure> all() {
        return erasures.all();
    }

    private static String why(Optional<Erasure> stored, Optional<String> reason) {
        return stored.map(Erasure::reason)
                .or(() -> reason)
                .orElseThrow(
                        () -> new InvalidArguments(
                                "Say who asked for the erasure and why, for the audit log: --reason, such as the number of a ticket."));
    }

    private Erasure begun(AccountId account, Optional<ClinicId> clinic, String reason) {
        Erasure erasure = Erasure.begin(account, clinic, reason, clock.instant().truncatedTo(ChronoUnit.MILLIS));
        erasures.put(erasure);
        return erasure;
    }

    private Reached run(Erasure erasure) {
        ErasureWalk walk = new ErasureWalk(erasure, rows, source, usage, clock.instant());
        Erasure done = walk.run(more -> progress.accept(erasure, more));
        if (walk.waitsFor().isPresent()) {
            erasures.put(done);
            return new Reached(done, walk.waitsFor());
        }
        return new Reached(erasures.end(done, clock.instant().truncatedTo(ChronoUnit.MILLIS)), Optional.empty());
    }
}
