package com.scheduleevents.simulation.people;

import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.simulation.promises.BrokenPromise;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import java.time.Duration;
import java.util.List;

/**
 * A world in which SQS delivers each second message about an e-mail again while it is handled, and receivers fail and come back, so that there
 * are e-mails. In the runs of seeds, hardly ever do two mailers have the same message at once.
 */
public final class RepeatedMails {

    /** Longer than the scenario takes. */
    private static final Duration ALL_THE_TIME = Duration.ofDays(2);

    /** Longer than what failed waits to be attempted again. */
    private static final Duration LONGEST_RETRY = Duration.ofHours(3);

    private RepeatedMails() {}

    /** Prints which promises are broken. */
    public static void main(String[] arguments) {
        ScenarioReport.print(arguments, RepeatedMails::run);
    }

    /** Which promises are broken there, with the people of a seed. */
    static List<BrokenPromise> run(Template template, long seed) {
        String queue = template.queue("MailQueue").name();
        return CrowdScenario.run(template, seed, "repeated mails", scenario -> {
            scenario.world().faults().duplicateMessages(queue, ALL_THE_TIME);
            scenario.crowd().settle();
            scenario.internet().receivers().forEach(receiver -> receiver.become(ReceiverCharacter.HEALTHY));
            scenario.crowd().seeReceiversFail();
            scenario.world().scheduler().sleep(LONGEST_RETRY);
        });
    }
}
