package com.scheduleevents.benchmark.cost;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.LoggerFactory;

/** Counts the bytes of the functions' log lines, which their own configuration of Logback forms, instead of writing them. */
final class LogBytes {

    private final LongAdder bytes = new LongAdder();

    private LogBytes() {}

    /** Takes the place of the appenders of this JVM. */
    static LogBytes install() {
        LogBytes counter = new LogBytes();
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.getLoggerList().forEach(counter::replaceAppenders);
        return counter;
    }

    /** The bytes so far, of all functions. */
    long sum() {
        return bytes.sum();
    }

    private void replaceAppenders(Logger logger) {
        List<Encoder<ILoggingEvent>> encoders = new ArrayList<>();
        logger.iteratorForAppenders().forEachRemaining(appender -> {
            if (appender instanceof OutputStreamAppender<ILoggingEvent> stream) {
                encoders.add(stream.getEncoder());
            } else if (appender instanceof CountingAppender counting) {
                encoders.add(counting.encoder);
            }
        });
        logger.detachAndStopAllAppenders();
        for (Encoder<ILoggingEvent> encoder : encoders) {
            CountingAppender counting = new CountingAppender(encoder, bytes);
            counting.setContext(logger.getLoggerContext());
            encoder.start();
            counting.start();
            logger.addAppender(counting);
        }
    }

    private static final class CountingAppender extends AppenderBase<ILoggingEvent> {

        private final Encoder<ILoggingEvent> encoder;
        private final LongAdder bytes;

        CountingAppender(Encoder<ILoggingEvent> encoder, LongAdder bytes) {
            this.encoder = encoder;
            this.bytes = bytes;
        }

        @Override
        protected void append(ILoggingEvent event) {
            bytes.add(encoder.encode(event).length);
        }
    }
}
