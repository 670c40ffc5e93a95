package com.scheduleevents.simulation.people;

import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.simulation.promises.BrokenPromise;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import java.time.Duration;
import java.util.List;

/**
 * A world without faults in which receivers take some events, and are gone for good a day and a half later, when their owners ask for one of
 * those events again. It is attempted in vain until its webhook is disabled, and counts as delivered all the same. The runs of seeds come to
 * that too rarely: for more than a day nothing may happen to the webhook, and then its receiver has to fail until usage becomes final.
 */
public final class LateRedelivery {

    /** Longer than a webhook has to be left alone until the checks are sure that what its receiver took is counted. */
    private static final Duration BEFORE_REDELIVERY = Duration.ofHours(36);

    /** Longer than a retry cycle lasts, and until the third night is over, in which the usage of the first day becomes final. */
    private static final Duration AFTER_REDELIVERY = Duration.ofHours(40);

    private LateRedelivery() {}

    /** Prints which promises are broken. */
    public static void main(String[] arguments) {
        ScenarioReport.print(arguments, LateRedelivery::run);
    }

    /** Which promises are broken there, with the people of a seed. */
    public static List<BrokenPromise> run(Template template, long seed) {
        return CrowdScenario.run(template, seed, "late redelivery", LateRedelivery::live);
    }

    private static void live(CrowdScenario scenario) {
        scenario.crowd().settle();
        scenario.internet().receivers().forEach(receiver -> receiver.become(ReceiverCharacter.HEALTHY));
        scenario.crowd().tryOut();
        scenario.world().scheduler().sleep(BEFORE_REDELIVERY);
        // The receivers of operational events stay: they have to be told which webhooks are disabled.
        scenario.ledger()
                .webhooks()
                .forEach(webhook -> scenario.internet().at(webhook.host()).breakDown(AFTER_REDELIVERY.multipliedBy(2)));
        scenario.crowd().redeliver();
        scenario.world().scheduler().sleep(AFTER_REDELIVERY);
    }
}
