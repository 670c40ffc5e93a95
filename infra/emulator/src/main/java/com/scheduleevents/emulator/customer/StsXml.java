package com.scheduleevents.emulator.customer;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The XML responses of STS's query API. */
final class StsXml {

    /** How long a session lasts, as on AWS when nothing else is asked for. */
    private static final Duration SESSION = Duration.ofHours(1);

    private StsXml() {}

    static String assumed(CustomerAws.Session session, Instant now) {
        return """
                <AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult>\
                <AssumedRoleUser><AssumedRoleId>AROALOCAL:local</AssumedRoleId><Arn>%s</Arn></AssumedRoleUser>\
                <Credentials><AccessKeyId>%s</AccessKeyId><SecretAccessKey>local</SecretAccessKey>\
                <SessionToken>local</SessionToken><Expiration>%s</Expiration></Credentials></AssumeRoleResult>\
                <ResponseMetadata><RequestId>local</RequestId></ResponseMetadata></AssumeRoleResponse>\
                """.formatted(
                        escaped(session.roleArn()),
                        session.accessKey(),
                        now.plus(SESSION).truncatedTo(ChronoUnit.SECONDS));
    }

    static String refused(String role) {
        return """
                <ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type>\
                <Code>AccessDenied</Code><Message>not authorized to perform sts:AssumeRole on %s</Message></Error>\
                <RequestId>local</RequestId></ErrorResponse>\
                """.formatted(escaped(role));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}
