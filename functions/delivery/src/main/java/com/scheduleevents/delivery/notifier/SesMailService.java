package com.scheduleevents.delivery.notifier;

import com.scheduleevents.aws.messages.SesFeedback;
import com.scheduleevents.aws.records.PostponedRecord;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.mail.ComposedMail;
import com.scheduleevents.domain.mail.MailService;
import java.util.Optional;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.ses.SesClient;
import software.amazon.awssdk.services.ses.model.MessageTag;
import software.amazon.awssdk.services.ses.model.SesException;

/** Sends e-mails with SES, each with the account in a tag, which comes back with what becomes of it. */
public final class SesMailService implements MailService {

    private final SesClient ses;
    private final String from;
    private final Optional<String> sender;
    private final String configurationSet;

    /**
     * @param from the sender's address, an identity that is verified in SES
     * @param sender what mail programs show in place of the address, if anything
     * @param configurationSet publishes what becomes of the e-mails, and takes the place of one that the identity has
     */
    public SesMailService(SesClient ses, String from, Optional<String> sender, String configurationSet) {
        this.ses = ses;
        this.from = from;
        this.sender = sender;
        this.configurationSet = configurationSet;
    }

    @Override
    public void send(AccountId account, ComposedMail mail) {
        try {
            handOver(account, mail);
        } catch (SesException e) {
            throw SandboxRefusal.isOne(e, from, mail.to())
                    ? new PostponedRecord("SES is in its sandbox, and a recipient is no verified identity", e)
                    : e;
        }
    }

    private void handOver(AccountId account, ComposedMail mail) {
        SdkBytes message = SdkBytes.fromByteArrayUnsafe(MimeWriter.write(from, sender, mail));
        ses.sendRawEmail(send -> send.source(from)
                .configurationSetName(configurationSet)
                .tags(MessageTag.builder()
                        .name(SesFeedback.ACCOUNT_TAG)
                        .value(account.value())
                        .build())
                .destinations(mail.to())
                .rawMessage(raw -> raw.data(message)));
    }
}
