package com.scheduleevents.delivery.notifier;

import com.scheduleevents.aws.records.PostponedRecord;
import com.scheduleevents.domain.mail.Mail;
import com.scheduleevents.domain.mail.MailService;
import software.amazon.awssdk.services.ses.SesClient;
import software.amazon.awssdk.services.ses.model.SesException;

/** Sends e-mails with SES, each as plain text and as HTML. */
public final class SesMailService implements MailService {

    private final SesClient ses;
    private final String from;

    /** @param from the sender's address, an identity that is verified in SES */
    public SesMailService(SesClient ses, String from) {
        this.ses = ses;
        this.from = from;
    }

    @Override
    public void send(Mail mail) {
        try {
            handOver(mail);
        } catch (SesException e) {
            throw SandboxRefusal.isOne(e, from, mail.to())
                    ? new PostponedRecord("SES is in its sandbox, and a recipient is no verified identity", e)
                    : e;
        }
    }

    private void handOver(Mail mail) {
        ses.sendEmail(send -> send.source(from)
                .destination(to -> to.toAddresses(mail.to()))
                .message(message -> message.subject(
                                subject -> subject.charset("UTF-8").data(mail.subject()))
                        .body(body -> body.text(text -> text.charset("UTF-8").data(mail.text()))
                                .html(html -> html.charset("UTF-8").data(mail.html())))));
    }
}
