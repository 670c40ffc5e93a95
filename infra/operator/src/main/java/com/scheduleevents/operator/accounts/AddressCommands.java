package com.scheduleevents.operator.accounts;

import static com.scheduleevents.operator.accounts.AccountArguments.ACCOUNT;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.mail.AddressId;
import com.scheduleevents.domain.mail.AddressState;
import com.scheduleevents.domain.time.Timestamps;
import com.scheduleevents.operator.accounts.AccountArguments.EmailAddress;
import com.scheduleevents.operator.connection.TargetOptions;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import com.scheduleevents.terminal.CommandFailure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The commands on the e-mail addresses of webhooks, which are stored as hashes: whoever asks has to know the address. */
@Command(name = "address", description = AddressCommands.SUMMARY, addMethodSubcommands = false)
public final class AddressCommands {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY = "Shows whether the e-mail address of a webhook is confirmed, and forgets it.";

    private static final String ADDRESS = "The address, as it is set at a webhook of the account.";

    @Command(
            name = "show",
            description = "Shows whether an address is confirmed, or was ended by a bounce or a complaint.")
    void show(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Parameters(paramLabel = "ADDRESS", converter = EmailAddress.class, description = ADDRESS) String address) {
        target.run(tenants -> {
            tenants.require(account);
            AddressState state = tenants.deployment()
                    .mailAddresses()
                    .find(account, AddressId.of(account, address))
                    .orElseThrow(() -> unknown(account));
            output.facts(
                    TenantFacts.account(account),
                    new Fact("status", state.status().wireName()),
                    new Fact("link_sent_at", Timestamps.formatMillis(state.askedAt())));
        });
    }

    @Command(
            name = "forget",
            description = {
                "Forgets an address, so that its reader can be sent a link again, after a complaint too.",
                "Ask its reader first: whoever complains twice harms the reputation of the AWS account at SES. The link is sent"
                        + " when a key names the address again, or when the next e-mail to it is due."
            })
    void forget(
            @Mixin TargetOptions target,
            @Mixin CommandOutput output,
            @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountId account,
            @Parameters(paramLabel = "ADDRESS", converter = EmailAddress.class, description = ADDRESS) String address) {
        target.run(tenants -> {
            tenants.require(account);
            if (!tenants.deployment().mailAddresses().forget(account, AddressId.of(account, address))) {
                throw unknown(account);
            }
            output.facts(TenantFacts.account(account), new Fact("status", "unknown"));
        });
    }

    private static CommandFailure unknown(AccountId account) {
        return new CommandFailure("No link was sent to this address for " + account.value()
                + ". Addresses of the account itself need none.");
    }
}
